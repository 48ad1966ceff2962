import type { Merge, MergeSummary } from '@almanac/catalog';
import { grouped } from '../admin/output';
import type { CrosswalkSummary, Refused } from './command';

const counted = (count: number, one: string, many = `${one}s`) => `${grouped(count)} ${count === 1 ? one : many}`;

/** What a merge had to decide, one sentence each. */
export const decisionsOf = ({ clashes, taken }: Merge): string[] => [
  ...clashes.map(({ path, kept, further }) => `both stated ${path}: ${kept} stays, and ${further} finds it too`),
  ...taken.map(({ kind, value, holder }) => `${kind} ${value} belongs to ${holder} already, and stays there`),
];

/** The outcome of one pair. */
export function mergeText(merge: Merge & MergeSummary): string {
  if (merge.outcome === 'unchanged') return `${merge.from} and ${merge.into} are one already: nothing changed.`;
  const moved = `${counted(merge.identifiers, 'identifier')} and ${counted(merge.sourceKeys, 'source key')} moved`;
  const people = merge.referring ? `, ${counted(merge.referring, 'person', 'people')} referred to it` : '';
  return [
    `Merged ${merge.from} into ${merge.into}: ${moved}${people}.`,
    ...decisionsOf(merge).map((sentence) => `  ${sentence}`),
  ].join('\n');
}

export const lineText = (file: string, { line, reason }: Pick<Refused, 'line' | 'reason'>): string =>
  `${file}:${line}: ${reason}`;

/** The numbers of a crosswalk; its lines were told as they came. */
export const crosswalkText = ({ read, merged, unchanged, refused, referring }: CrosswalkSummary): string =>
  [
    `${counted(read, 'line')} read: ${grouped(merged)} merged, ${grouped(unchanged)} one already, ${grouped(refused)} refused.`,
    ...(referring ? [`${counted(referring, 'person', 'people')} referred to a merged company.`] : []),
  ].join('\n');
