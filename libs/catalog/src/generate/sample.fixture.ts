/** A whole small data set in memory, by kind: for tests and demos, never for millions. */
import type { RecordKind } from '@almanac/contracts';
import { type GenerateOptions, generate } from './index';
import type { Generated } from './records';

export type Sample = { [K in RecordKind]: Extract<Generated, { kind: K }>['record'][] };

export function sampleOf(options: GenerateOptions): Sample {
  const sample: Sample = {
    company: [],
    person: [],
    funding_round: [],
    investment: [],
    fund: [],
    acquisition: [],
    founder: [],
    vesting: [],
    person_email: [],
  };
  for (const { kind, record } of generate(options)) (sample[kind] as Generated['record'][]).push(record);
  return sample;
}
