import { extname } from 'node:path';
import { type ErrorDetail, problemsOf } from '@almanac/contracts';
import Type, { type Static, type TSchema } from 'typebox';
import { parseDocument } from 'yaml';
import { SKIP_RULES } from './skip';
import { TRANSFORM_NAMES, type Transform, transformProblem } from './transform';

const Text = Type.String({ minLength: 1 });
/** A column, or how a value is made of columns; see docs/import.md. Checked by `expressionProblems`. */
const ANY = Type.Unknown() as TSchema;

/** A mapping file as it is written: how rows of one source become records. */
export const MappingFile = Type.Object(
  {
    source: Text,
    kind: Type.Enum(['company', 'person'], { type: 'string' }),
    format: Type.Optional(Type.Enum(['csv', 'ndjson', 'json', 'yaml'], { type: 'string' })),
    csv: Type.Optional(
      Type.Object(
        {
          delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
          quote: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
          columns: Type.Optional(Type.Array(Text)),
        },
        { additionalProperties: false },
      ),
    ),
    key: Type.Optional(ANY),
    asOf: Type.Optional(Text),
    priority: Type.Optional(Type.Array(Text)),
    /** Rows of one key are one record: the first speaks, the later ones add identifiers. */
    unite: Type.Optional(Type.Boolean()),
    /** Start from the row itself, which has the API's shape; `fields` come on top. */
    keep: Type.Optional(Type.Boolean()),
    skip: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.Optional(Text),
            column: Text,
            rule: Type.Optional(Type.Enum(Object.keys(SKIP_RULES), { type: 'string' })),
            is: Type.Optional(Type.Array(Type.String())),
            startsWith: Type.Optional(Text),
          },
          { additionalProperties: false },
        ),
      ),
    ),
    fields: Type.Optional(Type.Record(Type.String(), ANY)),
    identifiers: Type.Optional(Type.Record(Type.String(), ANY)),
    constants: Type.Optional(Type.Record(Type.String(), ANY)),
  },
  { additionalProperties: false },
);
export type Mapping = Static<typeof MappingFile> & {
  key?: Expression;
  fields?: Record<string, Expression>;
  identifiers?: Record<string, Expression>;
};

/** A column's name; a value made of columns by steps; texts joined; or a list of records, one for each item. */
export type Expression =
  | string
  | { from: string | string[]; do?: Transform[] }
  | { join: Expression[]; with?: string; do?: Transform[] }
  | { each: Expression; as: Record<string, Expression> }
  | { list: Expression[] }
  | { record: Record<string, Expression> }
  | { const: unknown };

/** A mapping file is wrong; the message is a sentence that names the file and the place. */
export class MappingError extends Error {
  override readonly name = 'MappingError';
}

const SHAPES: Record<string, readonly string[]> = {
  from: ['do'],
  join: ['with', 'do'],
  each: ['as'],
  list: [],
  record: [],
  const: [],
};

/** Reads a mapping file. Throws MappingError. */
export function parseMapping(text: string, name: string): Mapping {
  const document = parseDocument(text, { uniqueKeys: true });
  const [error] = document.errors;
  if (error) {
    const line = error.linePos?.[0].line;
    const said = error.message.split('\n')[0].replace(/ at line .*$/, '');
    throw new MappingError(`${name}${line ? `, line ${line},` : ''} is no YAML: ${said}.`);
  }
  const value: unknown = document.toJS();
  const problems = [...problemsOf(MappingFile, value)];
  if (!problems.length) problems.push(...expressionsOf(value as Mapping));
  if (problems.length) throw new MappingError(sentenceOf(name, problems));
  return value as Mapping;
}

function sentenceOf(name: string, problems: ErrorDetail[]): string {
  const [{ path, message, suggestions }] = problems;
  const hint = suggestions?.length ? ` Did you mean ${suggestions[0]}?` : '';
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return `${name}: ${path || 'the file'} ${message}${more}.${hint}`;
}

function* expressionsOf(mapping: Mapping): Generator<ErrorDetail> {
  if (mapping.key !== undefined) yield* expressionProblems(mapping.key, 'key');
  for (const part of ['fields', 'identifiers'] as const)
    for (const [name, expression] of Object.entries(mapping[part] ?? {}))
      yield* expressionProblems(expression, `${part}.${name}`);
  if (mapping.unite && mapping.key === undefined) yield { path: 'unite', message: 'needs a key to unite rows by' };
  const isDay = mapping.asOf === 'file' || isMoment(mapping.asOf);
  if (mapping.asOf !== undefined && !isDay)
    yield { path: 'asOf', message: 'must be a day such as 2026-01-31, a moment, or the word file' };
  if (!mapping.fields && !mapping.keep) yield { path: 'fields', message: 'is required, unless keep is true' };
  for (const [index, rule] of (mapping.skip ?? []).entries())
    if ([rule.rule, rule.is, rule.startsWith].filter((one) => one !== undefined).length !== 1)
      yield { path: `skip[${index}]`, message: 'must have one of rule, is and startsWith' };
}

const isMoment = (text?: string) =>
  text !== undefined && /^\d{4}-\d\d-\d\d(T.*Z)?$/.test(text) && !Number.isNaN(new Date(text).getTime());

function* expressionProblems(value: unknown, path: string): Generator<ErrorDetail> {
  if (typeof value === 'string') {
    if (!value) yield { path, message: 'must name a column' };
    return;
  }
  const shape = isMap(value) ? Object.keys(SHAPES).find((name) => name in value) : undefined;
  if (!isMap(value) || !shape) {
    yield { path, message: `must be a column or have one of ${Object.keys(SHAPES).join(', ')}` };
    return;
  }
  const odd = Object.keys(value).find((name) => name !== shape && !SHAPES[shape].includes(name));
  if (odd) yield { path: `${path}.${odd}`, message: `is not known beside ${shape}` };
  yield* partProblems(shape, value, path);
  if (value.do !== undefined) yield* stepProblems(value.do, `${path}.do`);
}

function* partProblems(shape: string, value: Record<string, unknown>, path: string): Generator<ErrorDetail> {
  const inner = value[shape];
  const place = `${path}.${shape}`;
  if (shape === 'from') {
    const columns = Array.isArray(inner) ? inner : [inner];
    if (!columns.length || columns.some((column) => typeof column !== 'string' || !column))
      yield { path: place, message: 'must be a column or a list of columns' };
  } else if (shape === 'join' || shape === 'list') {
    if (!Array.isArray(inner)) yield { path: place, message: 'must be a list' };
    else for (const [index, one] of inner.entries()) yield* expressionProblems(one, `${place}[${index}]`);
  } else if (shape === 'each') {
    yield* expressionProblems(inner, place);
    yield* recordProblems(value.as, `${path}.as`);
  } else if (shape === 'record') yield* recordProblems(inner, place);
}

function* recordProblems(value: unknown, path: string): Generator<ErrorDetail> {
  if (!isMap(value)) yield { path, message: 'must be a map of fields' };
  else for (const [name, one] of Object.entries(value)) yield* expressionProblems(one, `${path}.${name}`);
}

function* stepProblems(steps: unknown, path: string): Generator<ErrorDetail> {
  if (!Array.isArray(steps)) {
    yield { path, message: `must be a list of steps: ${TRANSFORM_NAMES.join(', ')}` };
    return;
  }
  for (const [index, step] of steps.entries()) {
    const problem = transformProblem(step);
    if (problem) yield { path: `${path}[${index}]`, message: problem };
  }
}

export const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The format that a file's name tells, `.gz` aside. */
export function formatOf(path: string): 'csv' | 'tsv' | 'ndjson' | 'json' | 'yaml' | undefined {
  const ending = extname(path.replace(/\.gz$/i, '')).toLowerCase();
  const known = {
    '.csv': 'csv',
    '.tsv': 'tsv',
    '.ndjson': 'ndjson',
    '.jsonl': 'ndjson',
    '.json': 'json',
    '.yaml': 'yaml',
    '.yml': 'yaml',
  } as const;
  return known[ending as keyof typeof known];
}
