import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who asks and who pays. Ids are text of our own making; `number` is what advisory locks take. */
const UP = `
CREATE TABLE billing.customers (
  id text PRIMARY KEY,
  number int4 GENERATED ALWAYS AS IDENTITY UNIQUE,
  name text NOT NULL,
  default_team_id text,
  rate_limits jsonb,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN billing.customers.rate_limits IS
  'requests per second by limit class, where they differ from the contracts'' table; 0 means none';

CREATE TABLE billing.teams (
  id text PRIMARY KEY,
  customer_id text NOT NULL REFERENCES billing.customers,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX teams_by_customer ON billing.teams (customer_id);
-- Deferred: a customer and its default team are born in one statement.
ALTER TABLE billing.customers ADD CONSTRAINT customers_default_team
  FOREIGN KEY (default_team_id) REFERENCES billing.teams DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE billing.keys (
  id text PRIMARY KEY,
  hash bytea NOT NULL UNIQUE,
  hint text NOT NULL,
  customer_id text NOT NULL REFERENCES billing.customers,
  team_id text REFERENCES billing.teams,
  name text NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
) WITH (fillfactor = 80);
CREATE INDEX keys_by_customer ON billing.keys (customer_id);
COMMENT ON COLUMN billing.keys.hash IS 'HMAC-SHA-256 of the token under the pepper; the token is stored nowhere';
COMMENT ON COLUMN billing.keys.hint IS 'last four characters of the token';
COMMENT ON COLUMN billing.keys.team_id IS 'absent: a key of the customer, whose default team pays';
`;

export class Customers1763600000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(): Promise<void> {
    throw new Error('Customers are not taken back; restore a backup.');
  }
}
