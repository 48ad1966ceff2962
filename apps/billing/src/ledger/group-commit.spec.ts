import { AlmanacError, fail } from '@almanac/contracts';
import { GroupCommit } from './group-commit';

const limits = { queuedMax: 100, groupWeightMax: 10, weightOf: () => 1 };

/** A commit that waits to be let through, and remembers its groups. */
function gated<T>(answer: (item: T) => T | AlmanacError = (item) => item) {
  const groups: T[][] = [];
  const gates: (() => void)[] = [];
  const commit = (items: T[]) => {
    groups.push(items);
    return new Promise<(T | AlmanacError)[]>((resolve) => gates.push(() => resolve(items.map(answer))));
  };
  const next = async () => {
    while (!gates.length) await new Promise(setImmediate);
    gates.shift()?.();
  };
  return { commit, groups, next };
}

describe('group commit', () => {
  test('commits together what one turn brought, and what came while a commit was running', async () => {
    const { commit, groups, next } = gated<number>();
    const group = new GroupCommit(commit, limits);
    const first = [group.submit(1), group.submit(2)];
    while (!groups.length) await new Promise(setImmediate);
    const second = [group.submit(3), group.submit(4), group.submit(5)];
    await next();
    expect(await Promise.all(first)).toEqual([1, 2]);
    await next();
    expect(await Promise.all(second)).toEqual([3, 4, 5]);
    expect(groups).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  test('starts again after it was idle', async () => {
    const group = new GroupCommit(async (items: number[]) => items, limits);
    expect(await group.submit(1)).toBe(1);
    await group.idle();
    expect(await group.submit(2)).toBe(2);
  });

  test('bounds a group by weight; what is heavier alone goes alone', async () => {
    const groups: number[][] = [];
    const commit = async (items: number[]) => {
      groups.push(items);
      return items;
    };
    const group = new GroupCommit(commit, { ...limits, weightOf: (item) => item });
    await Promise.all([4, 6, 1, 30, 2].map((item) => group.submit(item)));
    expect(groups).toEqual([[4, 6], [1], [30], [2]]);
  });

  test('refuses what does not fit into the queue', async () => {
    const { commit, next } = gated<number>();
    const group = new GroupCommit(commit, { ...limits, queuedMax: 2 });
    const waiting = [group.submit(1), group.submit(2)];
    await expect(group.submit(3)).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 1 });
    await next();
    expect(await Promise.all(waiting)).toEqual([1, 2]);
  });

  test('answers each item by itself', async () => {
    const group = new GroupCommit(
      async (items: number[]) => items.map((item) => (item === 2 ? fail('not_found', 'No two.') : item)),
      limits,
    );
    const answers = await Promise.allSettled([1, 2, 3].map((item) => group.submit(item)));
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('splits a group that fails, so that only the bad one fails', async () => {
    const groups: number[][] = [];
    const group = new GroupCommit(async (items: number[]) => {
      groups.push(items);
      if (items.includes(5)) throw new Error('poison');
      return items;
    }, limits);
    const answers = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map((item) => group.submit(item)));
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed'))).toEqual([
      1,
      2,
      3,
      4,
      'failed',
      6,
      7,
    ]);
    expect(groups).toEqual([[1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4], [5, 6, 7], [5, 6], [5], [6], [7]]);
  });

  test('does not split what no smaller group would cure', async () => {
    let commits = 0;
    const group = new GroupCommit(async () => {
      commits++;
      throw fail('service_unavailable', 'No database.');
    }, limits);
    const answers = await Promise.allSettled([1, 2, 3].map((item) => group.submit(item)));
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    expect(commits).toBe(1);
  });

  test('drops an item whose caller has given up before its turn', async () => {
    const { commit, groups, next } = gated<number>();
    const group = new GroupCommit(commit, limits);
    const dropped = group.submit(1, () => false);
    const kept = group.submit(2);
    await expect(dropped).rejects.toMatchObject({ code: 'timeout' });
    await next();
    expect(await kept).toBe(2);
    expect(groups).toEqual([[2]]);
  });
});
