/** The demo customer, its team, credits and key: made through billing's subjects, as anybody else would. */
import { existsSync, readFileSync } from 'node:fs';
import type { Bus } from '@almanac/bus';
import {
  AlmanacError,
  customerCreate,
  customerList,
  grantCreate,
  grantList,
  keyCreate,
  keyVerify,
  RATE_LIMITS,
} from '@almanac/contracts';
import { keyHash, parseKey } from '@almanac/runtime';
import { writePrivate } from './folder';

export const DEMO = {
  customer: 'Demo customer',
  team: 'Demo team',
  key: 'Demo key',
  env: 'demo',
  credits: 10_000,
} as const;

export interface DemoAccount {
  token: string;
  team: string;
  /** False when the kept key was good. */
  isNewKey: boolean;
}

/** The kept demo key if it still opens, else a new one, on the demo team with its credits. `keyFile` holds the key. */
export async function demoAccount(bus: Bus, keyFile: string, pepper: string): Promise<DemoAccount> {
  const kept = existsSync(keyFile) ? readFileSync(keyFile, 'utf8').trim() : '';
  const keptTeam = await teamOf(bus, kept, pepper);
  const team = keptTeam ?? (await demoTeam(bus));
  await giveCredits(bus, team);
  if (keptTeam) return { token: kept, team, isNewKey: false };
  const { token } = await bus.call(keyCreate, {
    name: DEMO.key,
    teamID: team,
    env: DEMO.env,
    scopes: ['read', 'search', 'exports:write'],
  });
  writePrivate(keyFile, `${token}\n`);
  return { token, team, isNewKey: true };
}

/** The team that a key pays from; undefined when it is missing, revoked, expired or of another database. */
async function teamOf(bus: Bus, token: string, pepper: string): Promise<string | undefined> {
  if (!parseKey(token)) return undefined;
  try {
    return (await bus.call(keyVerify, { hash: keyHash(pepper, token) })).teamID;
  } catch (error) {
    if (error instanceof AlmanacError && error.code === 'unauthorized') return undefined;
    throw error;
  }
}

async function demoTeam(bus: Bus): Promise<string> {
  const { customers } = await bus.call(customerList, {});
  const known = customers.find(({ name, defaultTeamID }) => name === DEMO.customer && defaultTeamID);
  if (known?.defaultTeamID) return known.defaultTeamID;
  const rateLimits = Object.fromEntries(Object.keys(RATE_LIMITS).map((name) => [name, 0]));
  return (await bus.call(customerCreate, { name: DEMO.customer, teamName: DEMO.team, rateLimits })).team.id;
}

/** Once: spent credits stay spent. */
async function giveCredits(bus: Bus, team: string): Promise<void> {
  const { grants } = await bus.call(grantList, { team });
  const missing = (['company', 'person'] as const).filter((kind) => !grants.some((grant) => grant.kind === kind));
  for (const kind of missing)
    await bus.call(grantCreate, { team, kind, amount: DEMO.credits, note: 'given by almanac start' });
}
