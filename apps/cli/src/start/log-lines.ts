/** One readable log out of many: a fixed-width name, then the line; JSON lines of the apps are spelled out. */

const NAME_WIDTH = 10;
const COLORS = [36, 32, 33, 35, 34, 96, 92, 95];
const LEVEL_COLORS: Record<string, number> = { warn: 33, error: 31, fatal: 31, debug: 90, trace: 90 };

const paint = (text: string, color: number | undefined, colors: boolean) =>
  colors && color ? `\u001b[${color}m${text}\u001b[0m` : text;

/** `billing    | `, in a colour that stays the same for the name. */
export function prefixOf(name: string, colors: boolean): string {
  const sum = [...name].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return paint(`${name.padEnd(NAME_WIDTH)} |`, COLORS[sum % COLORS.length], colors);
}

/** The lines to print for one line that a process wrote. */
export function readable(name: string, line: string, colors: boolean): string[] {
  const prefix = prefixOf(name, colors);
  return bodyOf(line, colors).map((text) => `${prefix} ${text}`.trimEnd());
}

interface Entry {
  level?: string;
  time?: string;
  app?: string;
  msg?: string;
  err?: { message?: string; stack?: string };
}

/** A pino line's fields; undefined for anything else. */
export function entryOf(line: string): (Entry & Record<string, unknown>) | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry = JSON.parse(line) as Entry & Record<string, unknown>;
    return typeof entry.level === 'string' ? entry : undefined;
  } catch {
    return undefined;
  }
}

function bodyOf(line: string, colors: boolean): string[] {
  const entry = entryOf(line);
  if (!entry) return [line];
  const { level = 'info', time, app: _app, msg = '', err, ...rest } = entry;
  const label = level === 'info' ? '' : `${paint(level.toUpperCase(), LEVEL_COLORS[level], colors)} `;
  const facts = Object.entries(rest).map(([key, value]) => paint(`${key}=${spelled(value)}`, 90, colors));
  const stack = String(err?.stack ?? err?.message ?? '');
  const clock = typeof time === 'string' ? `${time.slice(11, 19)} ` : '';
  return [`${clock}${label}${[msg, ...facts].join(' ')}`, ...(stack ? stack.split('\n') : [])];
}

const spelled = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return /^[^\s"]+$/.test(text) || typeof value !== 'string' ? text : JSON.stringify(text);
};

/** True for lines of Postgres and nats-server that tell of everyday work. */
export const isChatter = (line: string): boolean =>
  !line.trim() || / LOG: {2}/.test(line) || /\[(INF|DBG|TRC)\]/.test(line);
