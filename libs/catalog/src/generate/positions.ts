/** Positions within a job: promotions in order, titles of the person's line of work. */
import type { Job, Position } from './career';
import { levelAt } from './career';
import type { Life } from './life';
import type { Random } from './random';
import { REFERENCE_DAY, snapDown } from './time';
import { FOUNDER_TITLES, PARTNER_TITLES, TRACKS } from './titles';
import { NEVER, type World } from './world';

const YEAR_DAYS = 365;
const POSITIONS_MAX = 5;

/** Chiefs of thousands are rare: at a large company the same person is a director. */
function levelIn(world: World, life: Life, job: Job, day: number, random: Random): number {
  if (job.kind === 'internship') return 1;
  const level = levelAt(life, day);
  const size = job.company < 0 ? 100 : world.companies.size[job.company];
  return level === 7 && size > 400 && !random.chance(60 / size) ? 6 : level;
}

/** A title of that level that the person has not had in this job; undefined when all were had. */
function titleFor(life: Life, job: Job, level: number, random: Random): string | undefined {
  if (job.kind === 'founder') return random.pick(FOUNDER_TITLES[Math.min(job.seat, FOUNDER_TITLES.length - 1)]);
  if (job.kind === 'partner') return random.pick(PARTNER_TITLES);
  const titles = TRACKS[life.track].titles[level - 1];
  const start = random.below(titles.length);
  for (let place = 0; place < titles.length; place++) {
    const title = titles[(start + place) % titles.length];
    if (!job.positions.some((position) => position.title === title)) return title;
  }
  return undefined;
}

/** Fills `job.positions`, oldest first; they cover the job without gap or overlap. */
export function fillPositions(world: World, life: Life, job: Job, random: Random): void {
  const end = Math.min(job.end, REFERENCE_DAY);
  const years = (end - job.start) / YEAR_DAYS;
  const most = job.kind === 'job' ? POSITIONS_MAX : 1;
  const count = Math.max(1, Math.min(most, Math.floor((years / 2.95) * (0.55 + random.unit()))));
  let start = job.start;
  let level = 0;
  for (let place = 0; place < count; place++) {
    const next = snapDown(job.start + Math.floor(((end - job.start) * (place + 1)) / count), life.unit);
    const last = place === count - 1;
    if (!last && next <= start) continue;
    level = Math.max(level, levelIn(world, life, job, start, random));
    const title = titleFor(life, job, level, random);
    const before: Position | undefined = job.positions[job.positions.length - 1];
    // Without a new title the last position went on.
    if (before && title === undefined) before.end = last ? job.end : next;
    else job.positions.push({ title: title ?? TRACKS[life.track].name, level, start, end: last ? job.end : next });
    start = next;
  }
}

export const isCurrent = (job: { end: number }): boolean => job.end === NEVER;
