import { problemsOf } from '@almanac/contracts';
import type { Static, TObject } from 'typebox';

/** A configuration value is missing or wrong; the message is one sentence that says what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Properties = Record<string, { type?: string; default?: unknown; description?: string; enum?: string[] }>;

/**
 * Reads an app's configuration: one TypeBox object whose property names are the environment variables.
 * Text is converted by the declared type alone; an empty variable counts as unset; defaults come from the schema.
 * Throws ConfigError naming the variable. This file is the only reader of `process.env` outside the launcher.
 */
export function readConfig<T extends TObject>(
  schema: T,
  env: Record<string, string | undefined> = process.env,
): Static<T> {
  const properties = (schema as unknown as { properties: Properties }).properties;
  const values: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    const raw = env[name];
    const value = raw === undefined || raw === '' ? property.default : converted(name, raw, property.type);
    if (value !== undefined) values[name] = value;
  }
  const [problem] = problemsOf(schema, values);
  if (problem) {
    const name = String(problem.path).split(/[.[]/)[0];
    const about = properties[name]?.description;
    const given =
      env[name] === undefined || env[name] === '' ? 'is not set and' : `is "${redacted(name, env[name])}" and`;
    throw new ConfigError(`${name} ${given} ${problem.message}${about ? ` (${about})` : ''}: set it and start again.`);
  }
  return values as Static<T>;
}

function converted(name: string, raw: string, type?: string): unknown {
  if (type === 'integer' || type === 'number') {
    const value = Number(raw);
    if (!Number.isFinite(value))
      throw new ConfigError(`${name} is "${raw}" and must be a number: set it and start again.`);
    return value;
  }
  if (type === 'boolean') {
    if (/^(true|1|yes|on)$/i.test(raw)) return true;
    if (/^(false|0|no|off)$/i.test(raw)) return false;
    throw new ConfigError(`${name} is "${raw}" and must be true or false: set it and start again.`);
  }
  return raw;
}

const redacted = (name: string, value: string | undefined) =>
  /PEPPER|SECRET|PASSWORD|TOKEN/.test(name) ? '…' : String(value).replace(/(:\/\/[^:@/]*:)[^@]*@/, '$1…@');
