import type { grantCreate, InputOf } from '@almanac/contracts';
import type { Sql } from '../database';

export const PRIORITY_DEFAULT = 100;
const LISTED_MAX = 10_000;
const GRANT = `g.id, g.team_id AS "teamID", g.kind, g.amount, g.remaining, g.priority, g.effective_at AS "effectiveAt",
  g.created_at AS "createdAt", g.expires_at AS "expiresAt", g.recurrence, g.note`;

type NewGrant = InputOf<typeof grantCreate>;

/** The grant with this id, and whether the same was asked for when it was made. */
export const grantOf = ({ id, ...request }: NewGrant): Sql => ({
  text: `SELECT ${GRANT}, g.request = $2::jsonb AS same FROM billing.grants g WHERE g.id = $1`,
  values: [id, JSON.stringify(request)],
});

export interface GrantCheck {
  /** Whether it would expire before it starts, or has expired. */
  expired: boolean;
  /** What the team would hold. */
  balance: number;
}
/** The balance's row is locked. */
export const checkGrant = ({ team, kind, amount, effectiveAt, expiresAt }: NewGrant): Sql => ({
  text: `
    SELECT coalesce($4::timestamptz <= greatest(statement_timestamp(), $5::timestamptz), false) AS expired,
      b.balance + $3::int8 AS balance
    FROM billing.balances b WHERE b.team_id = $1 AND b.kind = $2`,
  values: [team, kind, amount, expiresAt, effectiveAt],
});

/** A grant, its entry and the balance, as one statement. */
export const insertGrant = ({ id, ...request }: NewGrant): Sql => ({
  text: `
    WITH g AS (
      INSERT INTO billing.grants (id, team_id, kind, amount, remaining, priority, effective_at, expires_at, note,
        request, created_at)
      VALUES (coalesce($1, billing.time_ordered_id()), $2, $3, $4, $4, $5,
        coalesce($6::timestamptz, statement_timestamp()), $7::timestamptz, $8, $9::jsonb, statement_timestamp())
      RETURNING *
    ), entry AS (
      INSERT INTO billing.entries (id, type, grant_id, team_id, kind, amount, at)
      SELECT billing.time_ordered_id(), 'grant', g.id, g.team_id, g.kind, g.amount, statement_timestamp() FROM g
    ), balance AS (
      UPDATE billing.balances b SET balance = b.balance + g.amount
      FROM g WHERE b.team_id = g.team_id AND b.kind = g.kind
    )
    SELECT ${GRANT} FROM g`,
  values: [
    id,
    request.team,
    request.kind,
    request.amount,
    request.priority ?? PRIORITY_DEFAULT,
    request.effectiveAt,
    request.expiresAt,
    request.note,
    JSON.stringify(request),
  ],
});

/** In the order in which they are spent, kind by kind. No rows, not even the empty one, when the team is unknown. */
export const listGrants = (team: string): Sql => ({
  text: `SELECT t.id AS known, ${GRANT}
    FROM billing.teams t LEFT JOIN billing.grants g ON g.team_id = t.id
    WHERE t.id = $1 ORDER BY g.kind, g.priority, g.expires_at NULLS LAST, g.created_at, g.id LIMIT ${LISTED_MAX}`,
  values: [team],
});

/** Grants whose time is over and which still hold credits. Index: grants_by_expiry. */
export const expiredAccounts: Sql = {
  text: `SELECT DISTINCT team_id AS team, kind FROM billing.grants
    WHERE expires_at <= statement_timestamp() AND remaining > 0 LIMIT 1000`,
};
/** What expired grants hold is written off; their balances are locked. */
export const expireGrants = (teams: string[], kinds: string[]): Sql => ({
  text: `
    WITH over AS (
      SELECT g.id, g.team_id, g.kind, g.remaining
      FROM unnest($1::text[], $2::text[]) AS a(team, kind)
      JOIN billing.grants g ON g.team_id = a.team AND g.kind = a.kind
      WHERE g.expires_at <= statement_timestamp() AND g.remaining > 0
    ), entry AS (
      INSERT INTO billing.entries (id, type, grant_id, team_id, kind, amount, at)
      SELECT billing.time_ordered_id(), 'expire', id, team_id, kind, -remaining, statement_timestamp() FROM over
    ), "grant" AS (
      UPDATE billing.grants g SET remaining = 0 FROM over WHERE g.id = over.id
    )
    UPDATE billing.balances b SET balance = b.balance - o.amount
    FROM (SELECT team_id, kind, sum(remaining)::int8 AS amount FROM over GROUP BY 1, 2) AS o
    WHERE b.team_id = o.team_id AND b.kind = o.kind`,
  values: [teams, kinds],
});
