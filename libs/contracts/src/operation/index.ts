import type { Contract } from '../contract';
import * as billing from './billing';
import * as company from './company';
import * as person from './person';

export * from './billing';
export * from './company';
export * from './person';

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'subject' in value;

/** Every operation of Almanac, in a stable order. */
export const CONTRACTS: readonly Contract[] = [company, person, billing].flatMap((module) =>
  Object.values(module).filter(isContract),
);
export const PUBLIC_CONTRACTS = CONTRACTS.filter((contract) => contract.http);
/** The contracts that one service serves. */
export const contractsOf = (service: string): Contract[] =>
  CONTRACTS.filter((contract) => contract.subject.startsWith(`v1.${service}.`));
