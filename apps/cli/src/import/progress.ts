/** How far an import is: a bar where a person watches, a line every few seconds elsewhere. */
import { Presets, SingleBar } from 'cli-progress';
import { grouped } from '../admin/output';

const LINE_EACH_MS = 5_000;
const BAR_PARTS = 1_000;

export interface Step {
  /** `reading x.csv`, `rendering`. */
  doing: string;
  done: number;
  /** 0 to 1; undefined: nobody knows how much there is. */
  share?: number;
}
export interface ProgressOutput {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** `1 h 3 min`, `2 min 5 s`, `7 s`. */
export function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole >= 3_600) return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
  return whole >= 60 ? `${Math.floor(whole / 60)} min ${whole % 60} s` : `${whole} s`;
}

/** Rate and time left of a step that began `tookMs` ago. */
export function paceOf({ done, share }: Step, tookMs: number): { rate: number; left?: string } {
  const rate = Math.round(done / Math.max(tookMs / 1000, 0.001));
  if (!share || tookMs < 500) return { rate };
  return { rate, left: duration(((1 - share) / share) * (tookMs / 1000)) };
}

export function progressTo(output: ProgressOutput & NodeJS.WritableStream, clock: () => number) {
  let doing = '';
  let began = 0;
  let told = 0;
  let bar: SingleBar | undefined;
  const begin = (step: Step, now: number) => {
    bar?.stop();
    bar = undefined;
    [doing, began, told] = [step.doing, now, now];
    if (!output.isTTY) return;
    bar = new SingleBar(
      {
        format: '{doing}  {bar}  {percentage} %  {count}  {pace}',
        stream: output,
        // Its own handler would swallow the first Ctrl-C; so it changes nothing that would need to be put back.
        gracefulExit: false,
        hideCursor: false,
        linewrap: true,
        // Rate and time left must fit beside it on 80 columns.
        barsize: 14,
        clearOnComplete: true,
        stopOnComplete: false,
        etaBuffer: 1,
      },
      Presets.shades_classic,
    );
    bar.start(BAR_PARTS, 0, { doing, count: '', pace: '' });
  };
  return {
    tell(step: Step): void {
      const now = clock();
      if (step.doing !== doing) begin(step, now);
      const { rate, left } = paceOf(step, now - began);
      const pace = `${grouped(rate)} a second${left === undefined ? '' : `, ${left} left`}`;
      if (bar) bar.update(Math.floor((step.share ?? 0) * BAR_PARTS), { count: grouped(step.done), pace });
      else if (now - told >= LINE_EACH_MS) {
        told = now;
        const share = step.share === undefined ? '' : ` (${Math.floor(step.share * 100)} %)`;
        output.write(`${doing}: ${grouped(step.done)}${share}, ${pace}\n`);
      }
    },
    line(text: string): void {
      bar?.stop();
      bar = undefined;
      doing = '';
      output.write(`${text}\n`);
    },
    end(): void {
      bar?.stop();
      bar = undefined;
    },
  };
}
