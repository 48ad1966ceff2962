import type { Sql } from '../database';
import type { Account } from './charge.sql';

export interface DeliveredCharge extends Account {
  id: string;
  ownerSeq: number;
  open: boolean;
}
const COLUMNS = `id, team_id AS team, kind, owner_seq AS "ownerSeq", state = 'open' AS open`;

/** Index: charges_by_owner. */
export const chargesOfDeliveries = (owner: string, ownerSeqs: number[]): Sql => ({
  name: 'charges-of-deliveries',
  text: `SELECT ${COLUMNS} FROM billing.charges WHERE owner = $1 AND owner_seq = ANY ($2::int8[])`,
  values: [owner, ownerSeqs],
});

/** What an owner left open above its watermark: whole deliveries, of about `linesMax` lines. Index: charges_by_owner. */
export const chargesLeftOpen = (owner: string, settledThrough: number, linesMax: number): Sql => ({
  text: `
    SELECT ${COLUMNS} FROM billing.charges
    WHERE owner = $1 AND state = 'open' AND owner_seq > $2 AND owner_seq <= (
      SELECT max(owner_seq) FROM (
        SELECT owner_seq FROM billing.charges
        WHERE owner = $1 AND state = 'open' AND owner_seq > $2 ORDER BY owner_seq LIMIT $3) AS first)`,
  values: [owner, settledThrough, linesMax],
});

/** Which of these deliveries were given back before. */
export const reversedBefore = (owner: string, ownerSeqs: number[]): Sql => ({
  text: `SELECT owner_seq AS "ownerSeq" FROM billing.reversals WHERE owner = $1 AND owner_seq = ANY ($2::int8[])`,
  values: [owner, ownerSeqs],
});
/** These deliveries may never be charged. */
export const rememberReversals = (owner: string, ownerSeqs: number[]): Sql => ({
  text: `
    INSERT INTO billing.reversals (owner, owner_seq, at)
    SELECT $1, owner_seq, clock_timestamp() FROM unnest($2::int8[]) AS owner_seq ON CONFLICT DO NOTHING`,
  values: [owner, ownerSeqs],
});

/** Gives open charges back to the grants they came from, as one statement; their balances are locked. */
export const giveBack = (ids: string[]): Sql => ({
  name: 'charges-give-back',
  text: `
    WITH gone AS (
      UPDATE billing.charges SET state = 'reversed', reversed_at = statement_timestamp()
      WHERE id = ANY ($1::uuid[]) AND state = 'open'
      RETURNING id, team_id, kind, operation, entity, key_id, credits, owner, owner_seq, created_at
    ), entry AS (
      INSERT INTO billing.entries (id, type, grant_id, team_id, kind, amount, at)
      SELECT e.id, 'reverse', e.grant_id, e.team_id, e.kind, -e.amount, statement_timestamp()
      FROM gone JOIN billing.entries e ON e.id = gone.id AND e.type = 'charge'
      RETURNING grant_id, team_id, kind, amount
    ), "grant" AS (
      UPDATE billing.grants g SET remaining = g.remaining + e.amount
      FROM (SELECT grant_id, sum(amount)::int8 AS amount FROM entry GROUP BY 1) AS e WHERE g.id = e.grant_id
    ), balance AS (
      UPDATE billing.balances b SET balance = b.balance + e.amount
      FROM (SELECT team_id, kind, sum(amount)::int8 AS amount FROM entry GROUP BY 1, 2) AS e
      WHERE b.team_id = e.team_id AND b.kind = e.kind
    ), used AS (
      UPDATE billing.usage u SET credits = u.credits - g.credits, calls = u.calls - g.calls
      FROM (
        SELECT team_id, (created_at AT TIME ZONE 'UTC')::date AS day, kind, operation, key_id,
          sum(credits)::int8 AS credits, count(DISTINCT (owner, owner_seq)) AS calls
        FROM gone GROUP BY 1, 2, 3, 4, 5) AS g
      WHERE u.team_id = g.team_id AND u.day = g.day AND u.kind = g.kind AND u.operation = g.operation
        AND u.key_id = g.key_id
    ), repeat AS (
      DELETE FROM billing.repeats r USING gone g
      WHERE r.team_id = g.team_id AND r.operation = g.operation AND r.kind = g.kind AND r.entity = g.entity
        AND r.charge_id = g.id
    )
    SELECT count(*)::int4 AS reversed FROM gone`,
  values: [ids],
});
