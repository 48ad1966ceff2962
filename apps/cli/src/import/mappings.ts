/** Mapping files: those shipped in `mappings/`, by name, and the user's own, by path. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Mapping, MappingError, parseMapping } from '@almanac/catalog/source';
import { Fault } from '../fault';
import { ROOT } from '../root';

export const MAPPINGS_DIR = join(ROOT, 'mappings');

/** Names that --mapping takes without a path. */
export const shippedMappings = (dir = MAPPINGS_DIR): string[] =>
  readdirSync(dir)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => basename(file, '.yaml'))
    .sort();

/** The mapping of that name or in that file, for records of that kind. Throws Fault, MappingError. */
export function mappingOf(nameOrFile: string, kind: string): Mapping {
  const file = /^[a-z0-9-]+$/i.test(nameOrFile) ? join(MAPPINGS_DIR, `${nameOrFile}.yaml`) : nameOrFile;
  const mapping = parseMapping(textOf(file, nameOrFile), basename(file));
  if (mapping.kind !== kind)
    throw new MappingError(
      `${basename(file)} maps rows to ${mapping.kind} records: import them with almanac import ${mapping.kind}.`,
    );
  return mapping;
}

function textOf(file: string, asked: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EACCES' && code !== 'EISDIR') throw error;
    const known = `shipped are ${shippedMappings().join(', ')}; a path names your own, such as ./mine.yaml`;
    throw new Fault(`There is no mapping ${asked} that can be read: ${known}.`);
  }
}
