import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { type LoadOptions, type LoadSummary, load } from '@almanac/catalog';
import { checkRecords, type Mapping, type OpenSource, openSource } from '@almanac/catalog/source';
import { Fault } from '../fault';
import type { progressTo } from './progress';
import type { Rejects } from './rejects';
import { addFile, emptyImport, type ImportSummary } from './summary';

export interface ImportRun {
  kind: 'company' | 'person';
  files: readonly string[];
  stdin: Readable;
  mapping?: Mapping;
  source: string;
  asOf?: Date;
  /** Absent: read, map and check only. */
  databaseUrl?: string;
  proHosts?: readonly string[];
  rejects: Rejects;
  progress: ReturnType<typeof progressTo>;
  clock: () => Date;
}

/** Imports files one after another. Each is one load of its own: it has its own date. */
export async function runImport(run: ImportRun): Promise<ImportSummary> {
  const started = performance.now();
  const summary = emptyImport(run.kind, run.source, run.databaseUrl === undefined);
  // All are opened before the first is loaded: a wrong name should not show after an hour.
  const opened = await Promise.all(run.files.map((file) => opening(run, file)));
  for (const { name, source } of opened) addFile(summary, source.counts, await importOne(run, name, source));
  summary.seconds = Math.round((performance.now() - started) / 10) / 100;
  return summary;
}

async function opening(run: ImportRun, file: string): Promise<{ name: string; source: OpenSource }> {
  const { mapping, asOf, clock, stdin, rejects } = run;
  const name = file === '-' ? 'stdin' : basename(file);
  const onReject = rejects.add.bind(rejects, name);
  try {
    const more = { ...(mapping ? { mapping } : {}), ...(asOf ? { asOf } : {}) };
    return { name, source: await openSource({ path: file, stdin, clock, onReject, ...more }) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new Fault(`There is no file ${file}.`);
    if (code === 'EACCES' || code === 'EISDIR')
      throw new Fault(`${file} cannot be read (${(error as Error).message}).`);
    throw error;
  }
}

async function importOne(run: ImportRun, name: string, source: OpenSource): Promise<LoadSummary> {
  const { kind, databaseUrl, mapping, proHosts, rejects, progress, clock } = run;
  const options: Omit<LoadOptions, 'databaseUrl'> = {
    kind,
    source: run.source,
    asOf: source.asOf,
    sourcePriority: mapping?.priority ?? [],
    records: source.records(),
    ...(proHosts ? { proHosts } : {}),
    clock,
    onReject: (rejection) => rejects.add(name, rejection),
    onWait: () => progress.line('Another load is at work; this one starts when it ends.'),
    onProgress: ({ phase, done, total }) => {
      if (phase === 'read') progress.tell({ doing: `reading ${name}`, done, share: source.progress() });
      else progress.tell({ doing: 'rendering', done, share: total ? done / total : 1 });
    },
  };
  return databaseUrl === undefined ? checkRecords(options) : load({ ...options, databaseUrl });
}
