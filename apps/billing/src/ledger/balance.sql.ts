import type { Sql } from '../database';

export interface BalanceRow {
  id: string;
  name: string;
  kind: 'company' | 'person';
  balance: number;
  expiringAmount?: number;
  expiringAt?: string;
  asOf: string;
}
export interface Asker {
  /** The team that is asked about. */
  team?: string;
  callerTeam?: string;
  callerCustomer?: number;
}

/**
 * What a team can spend now, a row for each kind; no rows for a team that is neither the caller's nor of the caller's
 * customer. Index: grants_by_account.
 */
export const balancesOf = ({ team, callerTeam, callerCustomer }: Asker): Sql => ({
  name: 'balances-of',
  text: `
    WITH active AS (
      SELECT kind, remaining, expires_at FROM billing.grants
      WHERE team_id = $1 AND remaining > 0 AND effective_at <= statement_timestamp()
        AND (expires_at IS NULL OR expires_at > statement_timestamp())
    ), next AS (
      SELECT DISTINCT ON (kind) kind, expires_at, sum(remaining)::int8 AS amount
      FROM active WHERE expires_at IS NOT NULL GROUP BY kind, expires_at ORDER BY kind, expires_at
    )
    SELECT t.id, t.name, b.kind, n.amount AS "expiringAmount", n.expires_at AS "expiringAt",
      coalesce((SELECT sum(a.remaining) FROM active a WHERE a.kind = b.kind), 0)::int8 AS balance,
      statement_timestamp() AS "asOf"
    FROM billing.teams t
    JOIN billing.customers c ON c.id = t.customer_id
    JOIN billing.balances b ON b.team_id = t.id
    LEFT JOIN next n ON n.kind = b.kind
    WHERE t.id = $1 AND (t.id = $2 OR c.number = $3)`,
  values: [team ?? callerTeam, callerTeam, callerCustomer],
});
