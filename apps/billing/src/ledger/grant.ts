import { fail, type grantCreate, type InputOf, type OutputOf } from '@almanac/contracts';
import { type Asked, type Database, sqlState } from '../database';
import { type Account, lockAccounts } from './charge.sql';
import { checkGrant, expiredAccounts, expireGrants, type GrantCheck, grantOf, insertGrant } from './grant.sql';

type NewGrant = InputOf<typeof grantCreate>;
type Grant = OutputOf<typeof grantCreate>;

const UNIQUE_VIOLATION = '23505';

/**
 * Gives a team credits. The same id with the same body is the same grant.
 * Throws `not_found` (team), `conflict` (id used for another grant), `invalid_request` (dates, or more than can be held).
 */
export async function createGrant(database: Database, input: NewGrant): Promise<Grant> {
  try {
    return await database.transaction(async (asked) => (await existing(asked, input)) ?? create(asked, input));
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    // Another transaction made a grant with this id meanwhile, for another balance: the lock did not hold us apart.
    throw fail('conflict', `The grant ${input.id} exists already, with another body.`);
  }
}

async function existing(asked: Asked, input: NewGrant): Promise<Grant | undefined> {
  const [account] = await asked.rows<Account>(lockAccounts([{ team: input.team, kind: input.kind }]));
  if (!account) throw fail('not_found', `No team has the id ${input.team}.`);
  if (!input.id) return undefined;
  const [found] = await asked.rows<Grant & { same?: boolean }>(grantOf(input));
  if (!found) return undefined;
  const { same, ...grant } = found;
  if (!same) throw fail('conflict', `The grant ${input.id} exists already, with another body.`);
  return grant;
}

async function create(asked: Asked, input: NewGrant): Promise<Grant> {
  const [check] = await asked.rows<GrantCheck>(checkGrant(input));
  if (check.expired)
    throw fail('invalid_request', 'A grant must expire after now and after it becomes effective.', [
      { path: 'expiresAt', message: 'is too early' },
    ]);
  if (check.balance > Number.MAX_SAFE_INTEGER)
    throw fail('invalid_request', 'The team would hold more credits than can be counted exactly.', [
      { path: 'amount', message: 'is too much beside what the team holds' },
    ]);
  const [grant] = await asked.rows<Grant>(insertGrant(input));
  return grant;
}

/** Writes off what expired grants still hold; they cannot be spent since the moment of their expiry. */
export async function expire(database: Database): Promise<void> {
  const accounts = await database.rows<Account>(expiredAccounts);
  if (!accounts.length) return;
  await database.transaction(async (asked) => {
    await asked.rows(lockAccounts(accounts));
    await asked.rows(
      expireGrants(
        accounts.map(({ team }) => team),
        accounts.map(({ kind }) => kind),
      ),
    );
  });
}
