import { assertPlain, assertValid, type ErrorDetail, fail, invalidRequest, PARAMETERS_MAX } from '@almanac/contracts';
import type { TObject } from 'typebox';

type Kind = 'string' | 'integer' | 'number' | 'boolean';
interface Parameter {
  kind: Kind;
  list: boolean;
}
interface JsonSchema {
  type?: Kind | 'array';
  items?: { type?: Kind };
  properties?: Record<string, JsonSchema>;
}

const tables = new WeakMap<object, Map<string, Parameter>>();

function parametersOf(schema: TObject): Map<string, Parameter> {
  const known = tables.get(schema);
  if (known) return known;
  const table = new Map<string, Parameter>();
  for (const [name, property] of Object.entries((schema as unknown as JsonSchema).properties ?? {})) {
    const list = property.type === 'array';
    const kind = list ? property.items?.type : property.type;
    table.set(name, { kind: (kind ?? 'string') as Kind, list });
  }
  tables.set(schema, table);
  return table;
}

/**
 * Query text to the contract's input, by the declared type alone and strictly; throws `invalid_request` naming every
 * parameter that cannot convert, is empty, repeated without being a list, or unknown. The only place that converts.
 */
export function inputFromQuery(schema: TObject, query: string): Record<string, unknown> {
  const table = parametersOf(schema);
  const input: Record<string, unknown> = {};
  const problems: ErrorDetail[] = [];
  for (const [given, text] of pairsOf(query)) {
    const name = given.endsWith('[]') && table.get(given.slice(0, -2))?.list ? given.slice(0, -2) : given;
    const parameter = table.get(name);
    if (!parameter) {
      // Left in: the contract's check refuses it and suggests the nearest name. defineProperty, as a name may be __proto__.
      Object.defineProperty(input, name, { value: text, enumerable: true, configurable: true, writable: true });
    } else if (text === '') {
      problems.push({ path: name, message: 'must not be empty' });
    } else if (!parameter.list && Object.hasOwn(input, name)) {
      problems.push({ path: name, message: 'must be given once' });
    } else {
      const value = converted(text, parameter.kind);
      if (value === undefined) problems.push({ path: name, message: `must be ${article(parameter.kind)}` });
      else if (!parameter.list) input[name] = value;
      else if (Object.hasOwn(input, name)) (input[name] as unknown[]).push(value);
      else input[name] = [value];
    }
  }
  if (problems.length) throw invalidRequest(problems);
  assertPlain(input);
  assertValid(schema, input);
  return input;
}

function pairsOf(query: string): [string, string][] {
  if (!query) return [];
  const pieces = query.split('&').filter((piece) => piece !== '');
  if (pieces.length > PARAMETERS_MAX)
    throw fail('invalid_request', `The query has ${pieces.length} parameters; at most ${PARAMETERS_MAX} are taken.`);
  return pieces.map((piece) => {
    const at = piece.indexOf('=');
    const name = decoded(at < 0 ? piece : piece.slice(0, at), 'a parameter name');
    return [name, at < 0 ? '' : decoded(piece.slice(at + 1), name)];
  });
}

function decoded(text: string, name: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw invalidRequest([{ path: name, message: 'is not valid percent-encoded UTF-8' }]);
  }
}

function converted(text: string, kind: Kind): unknown {
  if (kind === 'string') return text;
  if (kind === 'boolean') {
    const lower = text.toLowerCase();
    return lower === 'true' ? true : lower === 'false' ? false : undefined;
  }
  if (kind === 'integer')
    return /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
  return /^-?\d{1,16}(\.\d{1,16})?$/.test(text) ? Number(text) : undefined;
}

const article = (kind: Kind) =>
  ({ boolean: 'true or false', integer: 'a whole number', number: 'a number', string: 'text' })[kind];
