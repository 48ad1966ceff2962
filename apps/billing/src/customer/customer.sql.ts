import type { Sql } from '../database';

/** Lists are bounded; an installation with more customers than this needs pages first. */
const LISTED_MAX = 10_000;
const CUSTOMER = `c.id, c.number, c.name, c.default_team_id AS "defaultTeamID", c.created_at AS "createdAt"`;
const TEAM = `t.id, t.customer_id AS "customerID", t.name, t.created_at AS "createdAt"`;

export interface NewCustomer {
  id: string;
  name: string;
  teamID: string;
  rateLimits?: Record<string, number>;
}
export const insertCustomer = ({ id, name, teamID, rateLimits }: NewCustomer): Sql => ({
  text: `INSERT INTO billing.customers AS c (id, name, default_team_id, rate_limits) VALUES ($1, $2, $3, $4)
    RETURNING ${CUSTOMER}`,
  values: [id, name, teamID, rateLimits ? JSON.stringify(rateLimits) : null],
});

/** A team without its balances could not be locked: they are born together. No row when the customer is unknown. */
export const insertTeam = (team: { id: string; customerID: string; name: string }): Sql => ({
  text: `
    WITH t AS (
      INSERT INTO billing.teams (id, customer_id, name)
      SELECT $1, c.id, $3 FROM billing.customers c WHERE c.id = $2 RETURNING *
    ), balance AS (
      INSERT INTO billing.balances (team_id, kind)
      SELECT t.id, kind FROM t, unnest(ARRAY['company', 'person']) AS kind
    )
    SELECT ${TEAM} FROM t`,
  values: [team.id, team.customerID, team.name],
});

export const listCustomers: Sql = {
  text: `SELECT ${CUSTOMER} FROM billing.customers c ORDER BY c.number LIMIT ${LISTED_MAX}`,
};
export const listTeams = (customerID?: string): Sql => ({
  text: `SELECT ${TEAM} FROM billing.teams t WHERE $1::text IS NULL OR t.customer_id = $1
    ORDER BY t.created_at, t.id LIMIT ${LISTED_MAX}`,
  values: [customerID],
});
