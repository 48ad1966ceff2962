import type { RecordKind } from '@almanac/contracts';
import { grouped } from '../admin/output';
import type { Written } from './write';

const WIDTH = 24;
const EACH_MS = 100;

/** `[######..................]  25 %  company 500`, for the companies and people asked for; relations come on top. */
export function barOf(written: Written, total: number): string {
  const done = Math.min(total, (written.company ?? 0) + (written.person ?? 0));
  const share = total ? done / total : 1;
  const filled = Math.floor(share * WIDTH);
  const kinds = Object.entries(written).map(([kind, value]) => `${kind} ${grouped(value)}`);
  return `[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${String(Math.floor(share * 100)).padStart(3)} %  ${kinds.at(-1) ?? ''}`;
}

/** Draws the bar over itself, a few times a second, where a person is watching. */
export function progressTo(stream: NodeJS.WriteStream, total: number) {
  let drawn = 0;
  return {
    tell: (written: Written) => {
      if (!stream.isTTY || performance.now() - drawn < EACH_MS) return;
      drawn = performance.now();
      stream.write(`\r${barOf(written, total)}\u001b[K`);
    },
    end: () => {
      if (drawn) stream.write('\r\u001b[K');
    },
  };
}

/** One line for each kind, and the speed. */
export function summaryOf(written: Written, tookMs: number): string {
  const entries = Object.entries(written) as [RecordKind, number][];
  const sum = entries.reduce((total, [, value]) => total + value, 0);
  const kinds = entries.map(([kind, value]) => `${grouped(value)} ${kind}`).join(', ');
  const speed = grouped(Math.round(sum / Math.max(tookMs / 1000, 0.001)));
  return `${grouped(sum)} records in ${(tookMs / 1000).toFixed(1)} s (${speed} a second): ${kinds || 'none'}.`;
}
