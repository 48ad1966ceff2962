import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { type Mapping, MappingError } from '@almanac/catalog/source';
import { RECORDS, type RecordKind } from '@almanac/contracts';
import type { Command } from 'commander';
import { moment } from '../admin/arguments';
import { catalogFault, loaderUrl, proHostsOption } from '../admin/catalog';
import { Ended } from '../fault';
import { mappingOf, shippedMappings } from './mappings';
import { type ProgressOutput, progressTo } from './progress';
import { rejectsTo } from './rejects';
import { type ImportRun, runImport } from './run';
import { type ImportSummary, summaryText, sumOf } from './summary';

export interface ImportContext {
  env: Record<string, string | undefined>;
  print(text: string): void;
  stdin: Readable;
  stderr: ProgressOutput & NodeJS.WritableStream;
}

interface Options {
  mapping?: string;
  source?: string;
  asOf?: string;
  dryRun?: boolean;
  json?: boolean;
  rejects?: string;
  strict?: boolean;
}

/** The exit code of an import that left records out. */
export const EXIT_REJECTS = 3;

const KINDS = Object.keys(RECORDS) as RecordKind[];
const isReady = (kind: string): kind is 'company' | 'person' => kind === 'company' || kind === 'person';

const HELP = () => `
FILE is NDJSON in the API's shapes, one record a line; gzip is told by its content; - is stdin. With --mapping it may be
CSV, TSV, JSON (an array or object of rows) or YAML too. Shipped mappings: ${shippedMappings().join(', ')}.
The database is DATABASE_URL (with ROLE_SECRET, as for almanac migrate), else that of the running instance.

Exit codes: 0 all loaded, 1 a fault, 2 a wrong command line or mapping, 3 loaded, but some records were rejected.

Examples:
  almanac import company companies.ndjson.gz --source crm --as-of 2026-01-31
  almanac generate --companies 100 --people 0 --kind company --out - | almanac import company - --source sample
  almanac import company mappings/fixtures/yc-2024-05-11.csv --mapping yc --dry-run
  almanac import person people.csv --mapping ./people.yaml --rejects rejected.ndjson --json`;

export function importCommand(program: Command, context: ImportContext): void {
  program
    .command('import')
    .description('load records of companies or people from files')
    .argument('<kind>', 'company or person')
    .argument('<file...>', 'files to load, in this order; - is stdin')
    .option('--mapping <file or name>', 'how rows become records: a mapping file, or the name of a shipped one')
    .option('--source <name>', 'who says so; default: the mapping’s, else import')
    .option('--as-of <date>', 'when it was true; default: the mapping’s, else the file’s date', moment)
    .option('--dry-run', 'read, map and check; write nothing')
    .option('--json', 'print the summary as JSON')
    .option('--rejects <file>', 'where to write what was not taken; default: <kind>-rejects.ndjson')
    .option('--strict', 'exit with 3 also when single values were dropped')
    .addHelpText('after', HELP)
    .action(async (kind: string, files: string[], options: Options, command: Command) => {
      const refuse = (sentence: string): never => command.error(`error: ${sentence}`);
      if (!isReady(kind)) return refuse(kindProblem(kind));
      if (files.filter((file) => file === '-').length > 1) return refuse('stdin (-) can be read once only');
      const mapping = await orRefuse(refuse, () => options.mapping && mappingOf(options.mapping, kind));
      await importFiles(context, { kind, files, options, ...(mapping ? { mapping } : {}) }, refuse);
    });
}

const kindProblem = (kind: string) =>
  (KINDS as string[]).includes(kind)
    ? `${kind} records cannot be imported yet: they come in a later version; now it is company and person`
    : `${kind} is no kind of record: company or person`;

/** A wrong mapping is a wrong command line. */
async function orRefuse<T>(refuse: (sentence: string) => never, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MappingError) return refuse(error.message);
    throw error;
  }
}

interface Asked {
  kind: 'company' | 'person';
  files: string[];
  options: Options;
  mapping?: Mapping;
}

async function importFiles(
  { env, print, stdin, stderr }: ImportContext,
  { kind, files, options, mapping }: Asked,
  refuse: (sentence: string) => never,
): Promise<void> {
  const rejects = rejectsTo(resolve(options.rejects ?? `${kind}-rejects.ndjson`));
  const progress = progressTo(stderr, () => performance.now());
  const run: ImportRun = {
    kind,
    files,
    stdin,
    source: options.source ?? mapping?.source ?? 'import',
    ...(mapping ? { mapping } : {}),
    ...(options.asOf ? { asOf: new Date(options.asOf) } : {}),
    ...(options.dryRun ? {} : { databaseUrl: loaderUrl(env) }),
    ...proHostsOption(env),
    rejects,
    progress,
    clock: () => new Date(),
  };
  let summary: ImportSummary;
  try {
    summary = await orRefuse(refuse, () => runImport(run)).catch((error: unknown) => {
      throw catalogFault(error);
    });
  } finally {
    progress.end();
    rejects.close();
  }
  if (rejects.file()) summary.rejects = rejects.file();
  print(
    options.json ? JSON.stringify(summary, null, 2) : summaryText(summary, rejects.firstRejected, rejects.firstTaken),
  );
  const left = summary.rejected + summary.refused + (options.strict ? sumOf(summary.droppedFields) : 0);
  if (left) throw new Ended(EXIT_REJECTS);
}
