import type { Exit } from '@almanac/runtime/servers';
import { backoffMs, deathsAfter } from './backoff';
import { supervise, type Unit } from './supervise';

/** A stand-in for processes: it counts starts, and the test says when one dies and when waiting ends. */
function stage() {
  const pauses: number[] = [];
  const lines: string[] = [];
  const units: (Unit & { die(exit?: Partial<Exit>): void; stopped: boolean })[] = [];
  let clock = 0;
  let failures = 0;
  const start = async () => {
    if (failures > 0) {
      failures--;
      throw new Error('port taken');
    }
    let end: (exit: Exit) => void;
    const exited = new Promise<Exit>((resolve) => {
      end = resolve;
    });
    const die = (exit: Partial<Exit> = {}) => end({ code: null, signal: null, ...exit });
    const unit = {
      pid: 100 + units.length,
      exited,
      die,
      stopped: false,
      stop: async () => {
        unit.stopped = true;
        die({ code: 0 });
      },
    };
    units.push(unit);
    return unit;
  };
  return {
    pauses,
    lines,
    units,
    start,
    say: (line: string) => lines.push(line),
    now: () => clock,
    pass: (ms: number) => {
      clock += ms;
    },
    failNext: (times: number) => {
      failures = times;
    },
    pause: async (ms: number, signal: AbortSignal) => {
      signal.throwIfAborted();
      pauses.push(ms);
    },
  };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('waits 200 ms, then twice as long with each death, 5 s at most', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map(backoffMs)).toEqual([200, 400, 800, 1600, 3200, 5000, 5000]);
  expect(deathsAfter(4, 9_999)).toBe(4);
  expect(deathsAfter(4, 10_000)).toBe(0);
});

test('brings back what dies, waiting longer each time, and forgets old deaths after it ran well', async () => {
  const on = stage();
  const ups: number[] = [];
  const supervised = await supervise({ name: 'billing', ...on, onUp: (unit) => ups.push(unit.pid) });
  on.units[0].die({ signal: 'SIGKILL' });
  await turn();
  on.units[1].die({ code: 1 });
  await turn();
  expect(on.pauses).toEqual([200, 400]);
  on.pass(10_000);
  on.units[2].die({ code: 1 });
  await turn();
  expect(on.pauses).toEqual([200, 400, 200]);
  expect(supervised.current()).toBe(on.units[3]);
  expect(ups).toEqual([101, 102, 103]);
  expect(on.lines[0]).toBe('billing was ended by SIGKILL; starting it again in 200 ms');
  expect(on.lines[1]).toBe('billing is up again (pid 101)');
  await supervised.stop();
});

test('keeps trying when a start fails, and says why', async () => {
  const on = stage();
  const supervised = await supervise({ name: 'nats', ...on });
  on.failNext(2);
  on.units[0].die({ code: 1 });
  await turn();
  await turn();
  expect(on.pauses).toEqual([200, 400, 800]);
  expect(on.lines).toContain('nats did not come up: port taken');
  expect(supervised.current().pid).toBe(101);
  await supervised.stop();
});

test('a first start that fails is the caller’s to hear', async () => {
  const on = stage();
  on.failNext(1);
  await expect(supervise({ name: 'nats', ...on })).rejects.toThrow('port taken');
});

test('stop ends it for good, even when it comes during a wait', async () => {
  const on = stage();
  const pause = (_ms: number, signal: AbortSignal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const supervised = await supervise({ name: 'gateway', ...on, pause });
  on.units[0].die({ code: 1 });
  await turn();
  await supervised.stop();
  expect(on.units).toHaveLength(1);
});
