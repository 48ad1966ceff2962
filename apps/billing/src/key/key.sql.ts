import type { Sql } from '../database';

const LISTED_MAX = 10_000;
const KEY = `k.id, k.customer_id AS "customerID", k.team_id AS "teamID", k.name, k.hint, k.scopes,
  k.created_at AS "createdAt", k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt",
  k.last_used_at AS "lastUsedAt"`;

/** The caller behind a hash, and nobody for a key that is revoked or expired or has no team that pays. Index: keys_hash_key. */
export const callerOf = (hash: string): Sql => ({
  name: 'key-caller',
  text: `
    SELECT k.id AS "keyID", c.id AS "customerID", c.number AS "customerNumber",
      coalesce(k.team_id, c.default_team_id) AS "teamID", k.scopes, k.expires_at AS "expiresAt",
      c.rate_limits AS "rateLimits"
    FROM billing.keys k JOIN billing.customers c ON c.id = k.customer_id
    WHERE k.hash = decode($1, 'hex') AND k.revoked_at IS NULL
      AND (k.expires_at IS NULL OR k.expires_at > statement_timestamp())
      AND coalesce(k.team_id, c.default_team_id) IS NOT NULL`,
  values: [hash],
});

export interface NewKey {
  id: string;
  hash: string;
  hint: string;
  name: string;
  scopes: string[];
  customerID?: string;
  teamID?: string;
  expiresAt?: string;
}
/** No row when the customer or the team is unknown, or the team is not the customer's. */
export const insertKey = (key: NewKey): Sql => ({
  text: `
    INSERT INTO billing.keys AS k (id, hash, hint, name, scopes, customer_id, team_id, expires_at)
    SELECT $1, decode($2, 'hex'), $3, $4, $5, c.id, t.id, $8
    FROM billing.customers c LEFT JOIN billing.teams t ON t.customer_id = c.id AND t.id = $7
    WHERE ($6::text IS NULL OR c.id = $6) AND ($7::text IS NULL OR t.id = $7)
      AND coalesce($6::text, $7::text) IS NOT NULL
    RETURNING ${KEY}`,
  values: [key.id, key.hash, key.hint, key.name, key.scopes, key.customerID, key.teamID, key.expiresAt],
});

export const listKeys = (customerID?: string, teamID?: string): Sql => ({
  text: `SELECT ${KEY} FROM billing.keys k
    WHERE ($1::text IS NULL OR k.customer_id = $1) AND ($2::text IS NULL OR k.team_id = $2)
    ORDER BY k.created_at, k.id LIMIT ${LISTED_MAX}`,
  values: [customerID, teamID],
});

/** Revoked once; again answers the same. */
export const revokeKey = (id: string): Sql => ({
  text: `UPDATE billing.keys AS k SET revoked_at = coalesce(k.revoked_at, now()) WHERE k.id = $1
    RETURNING ${KEY}, encode(k.hash, 'hex') AS hash`,
  values: [id],
});

export const touchKeys = (ids: string[], usedAt: string[]): Sql => ({
  text: `UPDATE billing.keys k SET last_used_at = u.at FROM unnest($1::text[], $2::timestamptz[]) AS u(id, at)
    WHERE k.id = u.id AND (k.last_used_at IS NULL OR k.last_used_at < u.at)`,
  values: [ids, usedAt],
});
