type Cell = string | number | undefined;

/** Columns wide enough for their longest cell; numbers to the right. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? grouped(cell) : (cell ?? '–'))));
  const widths = headings.map((heading, column) => Math.max(heading.length, ...texts.map((row) => row[column].length)));
  const isNumber = headings.map((_, column) => rows.some((row) => typeof row[column] === 'number'));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (isNumber[column] ? cell.padStart(widths[column]) : cell.padEnd(widths[column])))
      .join('  ')
      .trimEnd();
  return [line(headings), ...texts.map(line)].join('\n');
}

/** 10000 → `10,000`, the same on every machine. */
export const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** `2026-11-20T12:32:11.934Z` → `2026-11-20 12:32`. */
export const minute = (datetime: string | undefined): string | undefined => datetime?.slice(0, 16).replace('T', ' ');

export interface View<T> {
  json?: boolean;
  print(text: string): void;
  value: T;
  /** The readable form. */
  text(value: T): string;
}

/** One JSON document with --json, else the readable form. */
export function show<T>({ json, print, value, text }: View<T>): void {
  print(json ? JSON.stringify(value, null, 2) : text(value));
}
