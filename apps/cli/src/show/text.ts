import type { FieldOrigin, Provenance } from '@almanac/catalog';
import { minute, table } from '../admin/output';

const VALUE_CHARACTERS_MAX = 60;

/** The readable form: values cut, one line a field. */
export function provenanceText(it: Provenance, asked: string): string {
  const title = it.fields.find(({ field }) => field === 'name' || field === 'fullName')?.value;
  const lines = [`${it.kind} ${it.id}${title === undefined ? '' : `: ${shown(title)}`}`];
  if (it.askedBy === 'gone') lines.unshift(`${asked} was merged into ${it.id}, its successor:`);
  lines.push(`changed ${minute(it.lastUpdated)} UTC, place ${it.seq} in the change sequence`, '');
  lines.push(table(['FIELD', 'VALUE', 'SOURCE', 'AS OF'], it.fields.map(cells)));
  lines.push(
    '',
    listed(
      'found by',
      it.identifiers.map(({ kind, value }) => `${kind}:${value}`),
    ),
  );
  lines.push(
    listed(
      'keys of sources',
      it.sourceKeys.map(({ source, key }) => `${source} ${key}`),
    ),
  );
  lines.push(listed('merged ids', it.mergedIDs));
  return lines.join('\n');
}

const cells = ({ field, value, source, asOf }: FieldOrigin) => [
  field,
  value === null ? '(taken back)' : shown(value),
  source ?? 'derived',
  asOf?.slice(0, 10),
];

/** Text on one line; anything else as JSON. */
function shown(value: unknown): string {
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\s+/g, ' ');
  return text.length > VALUE_CHARACTERS_MAX ? `${text.slice(0, VALUE_CHARACTERS_MAX - 1)}…` : text;
}

const listed = (name: string, all: readonly string[]): string =>
  `${`${name}:`.padEnd(17)}${all.length ? all.join(', ') : 'none'}`;
