import { createHash, createHmac, hash } from 'node:crypto';
import { type EntityKind, type Identifier, KINDS, type Stated } from '../identifier';
import type { Values } from './facts';

/** Names an identifier in maps; no value holds a line break. */
export const nameOf = ({ kind, value }: Identifier): string => `${kind}\n${value}`;

/** The id of an entity that brings none: a hash of what will find it again. */
export const hashedId = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24);

/** The identifiers that decide a record's identity: those of the strongest tier it carries. */
export function deciding(identifiers: readonly Stated[]): Stated[] {
  let strongest = 0;
  for (const { tier } of identifiers) if (tier && (!strongest || tier < strongest)) strongest = tier;
  return strongest ? identifiers.filter(({ tier }) => tier === strongest) : [];
}

/** The id that a record without known identity gets. Undefined: it names itself in no way. */
export function newId(
  kind: EntityKind,
  source: string,
  record: { id?: string; key?: string },
  identifiers: readonly Stated[],
): string | undefined {
  if (record.id !== undefined) return record.id;
  if (record.key !== undefined) return hashedId('key', kind, source, record.key);
  const [strongest] = deciding(identifiers);
  return strongest && hashedId('identifier', kind, strongest.kind, strongest.value);
}

/** Takes an identifier out of a record, wherever it stands; what was there otherwise stays. */
export function dropIdentifier(entity: EntityKind, values: Values, { path, kind, value }: Stated): void {
  const [field, part] = path.split('.');
  const extra = values.identifiers as Values | undefined;
  if (part === undefined) {
    delete values[field];
    // It may stand among the others too.
    if (extra?.[kind]) dropFromList(values, kind, (raw) => KINDS[entity][kind].normalise(String(raw)) === value);
  } else if (field === 'URLs') delete (values.URLs as Values)[part];
  else dropFromList(values, part, (raw) => KINDS[entity][kind]?.normalise(String(raw)) === value);
}

/** Takes a text that is no identifier out of a record. */
export function dropMisstated(values: Values, path: string, value: unknown): void {
  const [field, part] = path.split('.');
  if (part === undefined) delete values[field];
  else if (field === 'URLs') delete (values.URLs as Values)[part];
  else dropFromList(values, part, (raw) => raw === value);
}

function dropFromList(values: Values, kind: string, isIt: (raw: unknown) => boolean): void {
  const all = values.identifiers as Record<string, unknown[]>;
  const kept = all[kind].filter((raw) => !isIt(raw));
  if (kept.length) all[kind] = kept;
  else delete all[kind];
  if (!Object.keys(all).length) delete values.identifiers;
}

/**
 * What `catalog.gone_identifier` keeps of an erased entity's identifiers: a keyed hash of each, also of its id (kind `id`)
 * and its source keys (kind `key:<source>`).
 */
export const goneHash = (secret: string, entity: EntityKind, { kind, value }: Identifier): Buffer =>
  createHmac('sha256', secret).update(`${entity}\n${kind}\n${value}`).digest();

/** Changes exactly when the set of identifiers does. */
export const identityDigest = (identifiers: readonly Identifier[]): string =>
  hash('sha256', identifiers.map(nameOf).sort().join('\n\n'), 'base64url').slice(0, 22);
