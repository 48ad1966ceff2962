import { performance } from 'node:perf_hooks';
import { readable } from './log-lines';

/** Where the launcher's log goes: its own lines and those of the processes. */
export interface Say {
  /** A line of the launcher's own. */
  line(text: string): void;
  /** A line that a process wrote. */
  from(name: string, line: string): void;
  /** A line at once and another with the time taken. */
  step<T>(text: string, work: () => Promise<T>): Promise<T>;
  /** Text for the person, without a prefix. */
  plain(text: string): void;
}

export function sayTo(write: (text: string) => void, colors: boolean): Say {
  const from = (name: string, line: string) => {
    for (const text of readable(name, line, colors)) write(`${text}\n`);
  };
  const line = (text: string) => from('almanac', text);
  return {
    line,
    from,
    plain: (text) => write(`${text}\n`),
    step: async (text, work) => {
      const started = performance.now();
      line(`${text} …`);
      const result = await work();
      line(`${text}: done (${((performance.now() - started) / 1000).toFixed(1)} s)`);
      return result;
    },
  };
}
