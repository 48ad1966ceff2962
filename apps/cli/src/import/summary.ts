import type { LoadSummary } from '@almanac/catalog';
import type { SourceCounts } from '@almanac/catalog/source';
import { grouped } from '../admin/output';
import type { Told } from './rejects';

type Counts = Record<string, number>;

/** What came of an import, over all its files. */
export interface ImportSummary {
  kind: string;
  source: string;
  files: number;
  dryRun: boolean;
  /** Rows, lines or records of the files. */
  read: number;
  /** Rows that are no record of the kind, by what they are. */
  skipped: Counts;
  /** Rows that went into the record of an earlier one. */
  united: number;
  /** Records that are in the catalog now, or would be: `created + changed + unchanged`. */
  loaded: number;
  created: number;
  changed: number;
  unchanged: number;
  /** Places that are no record. */
  rejected: number;
  /** Records of what was erased. */
  refused: number;
  droppedFields: Counts;
  filledLists: Counts;
  unknownKeys: Counts;
  ignoredComputed: Counts;
  takenIdentifiers: number;
  sharedWebsites: number;
  /** Entities rendered anew, and those of which readers see a change. */
  rendered: number;
  served: number;
  seq: number;
  seconds: number;
  rejects?: string;
}

export const emptyImport = (kind: string, source: string, dryRun: boolean): ImportSummary => ({
  kind,
  source,
  files: 0,
  dryRun,
  read: 0,
  skipped: {},
  united: 0,
  loaded: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  rejected: 0,
  refused: 0,
  droppedFields: {},
  filledLists: {},
  unknownKeys: {},
  ignoredComputed: {},
  takenIdentifiers: 0,
  sharedWebsites: 0,
  rendered: 0,
  served: 0,
  seq: 0,
  seconds: 0,
});

const add = (to: Counts, more: Counts) => {
  for (const [name, value] of Object.entries(more)) to[name] = (to[name] ?? 0) + value;
};
export const sumOf = (counts: Counts): number => Object.values(counts).reduce((sum, value) => sum + value, 0);

/** Adds what became of one file. */
export function addFile(summary: ImportSummary, source: SourceCounts, loaded: LoadSummary): void {
  summary.files++;
  summary.read += source.rows;
  summary.united += source.united;
  add(summary.skipped, source.skipped);
  add(summary.droppedFields, source.droppedFields);
  summary.created += loaded.created;
  summary.changed += loaded.updated;
  summary.unchanged += loaded.unchanged;
  summary.rejected += source.rejected + loaded.rejected;
  summary.refused += loaded.refused;
  summary.loaded = summary.created + summary.changed + summary.unchanged;
  for (const name of ['droppedFields', 'filledLists', 'unknownKeys', 'ignoredComputed'] as const)
    add(summary[name], loaded[name]);
  summary.takenIdentifiers += loaded.takenIdentifiers;
  summary.sharedWebsites += loaded.sharedWebsites;
  summary.rendered += loaded.rendered;
  summary.served += loaded.changed;
  summary.seq = loaded.seq;
}

const NAMES_SHOWN = 6;
const listed = (counts: Counts): string => {
  const names = Object.entries(counts).sort(([, a], [, b]) => b - a);
  const shown = names.slice(0, NAMES_SHOWN).map(([name, value]) => `${name} ${grouped(value)}`);
  return shown.join(', ') + (names.length > NAMES_SHOWN ? `, and ${names.length - NAMES_SHOWN} more` : '');
};

/** The summary for people. What did not occur is not named. */
export function summaryText(summary: ImportSummary, rejected: readonly Told[], taken: readonly Told[]): string {
  const { dryRun } = summary;
  const rows: [string, number, string][] = [
    ['read', summary.read, summary.files > 1 ? `${summary.files} files` : ''],
    ['skipped', sumOf(summary.skipped), listed(summary.skipped)],
    ['united', summary.united, 'rows that went into the record of an earlier row'],
    [dryRun ? 'would load' : 'loaded', summary.loaded, ''],
  ];
  if (!dryRun)
    rows.push(
      ['  new', summary.created, ''],
      ['  changed', summary.changed, ''],
      ['  unchanged', summary.unchanged, ''],
    );
  rows.push(
    ['rejected', summary.rejected, 'not loaded; see the rejects file'],
    ['refused', summary.refused, 'of entities that were erased'],
    ['dropped fields', sumOf(summary.droppedFields), listed(summary.droppedFields)],
    ['filled lists', sumOf(summary.filledLists), listed(summary.filledLists)],
    ['unknown keys', sumOf(summary.unknownKeys), listed(summary.unknownKeys)],
    ['computed fields', sumOf(summary.ignoredComputed), 'ignored: Almanac computes them'],
    ['taken identifiers', summary.takenIdentifiers, 'stayed with the entity that had them first'],
    ['shared websites', summary.sharedWebsites, 'stand on more than one entity'],
  );
  const always = new Set(['read', 'loaded', 'would load', 'rejected']);
  const shown = rows.filter(([name, value]) => value || always.has(name));
  const width = Math.max(...shown.map(([, value]) => grouped(value).length));
  const lines = shown.map(([name, value, note]) =>
    `${name.padEnd(17)}  ${grouped(value).padStart(width)}${note && value ? `  ${note}` : ''}`.trimEnd(),
  );
  const speed = summary.seconds ? `, ${grouped(Math.round(summary.read / summary.seconds))} a second` : '';
  lines.unshift(`${summary.kind} records of source ${summary.source}, ${summary.seconds.toFixed(1)} s${speed}`);
  for (const one of [...rejected, ...taken]) lines.push(`  ${toldText(one)}`);
  if (summary.rejects) lines.push(`Everything that was not taken as it stood: ${summary.rejects}`);
  if (dryRun)
    lines.push(
      'Nothing was written. Only a load tells what is new, changed or unchanged, which identifiers are taken and which entities were erased.',
    );
  return lines.join('\n');
}

export const toldText = ({ file, line, path, value, reason }: Told): string =>
  `${file}:${line}: ${path ? `${path} ` : ''}${value === undefined ? '' : `${JSON.stringify(value.slice(0, 60))} `}${reason}`;
