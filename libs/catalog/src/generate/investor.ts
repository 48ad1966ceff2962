/** What a person line says of an investor: angels and partners of venture firms. */
import { companyID } from './identity';
import { INDUSTRIES } from './industries';
import type { Somebody } from './person';
import { hash, type Random, rounded, STREAM } from './random';
import type { PersonLine } from './records';
import type { World } from './world';

const CATEGORIES = ['Angel', 'Seed', 'Early Stage', 'Operator Angel'] as const;

function isAngel(world: World, { life }: Somebody): boolean {
  return life.role === 'angel' || (life.role === 'founder' && hash(world.seed, STREAM.angel, life.slot) % 8 === 0);
}

/** Nothing for those who do not invest but the list that is always there. */
export function investingOf(world: World, who: Somebody, random: Random): Partial<PersonLine> {
  const partner = who.life.role === 'partner';
  if (!partner && !isAngel(world, who)) return { investorCategoryList: [] };
  const target = rounded(random.around(partner ? 3_000_000 : 40_000, 0.9), 2);
  const job = who.jobs[who.jobs.length - 1];
  const interests = Array.from({ length: random.between(1, 3) }, () => random.pick(INDUSTRIES).name);
  return {
    investorType: partner ? 'venture' : 'angel',
    investorCategoryList: partner ? ['Venture Capital'] : random.some(CATEGORIES, random.between(1, 2)),
    investorTitle: partner ? (job?.positions[0]?.title ?? 'Partner') : 'Angel Investor',
    ...(partner
      ? {
          investorCurrentFirmID: companyID(world, who.life.firm),
          investorFirmPosition: job?.positions[0]?.title ?? 'Partner',
        }
      : {}),
    investorTargetInvestment: target,
    investorMinInvestment: rounded(target * 0.3, 2),
    investorMaxInvestment: rounded(target * 3, 2),
    investorInterests: [...new Set(interests)].join(', '),
    ...(random.chance(0.3) ? { investorDisinterests: random.pick(INDUSTRIES).name } : {}),
  };
}
