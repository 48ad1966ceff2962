import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
CREATE TABLE billing.owners (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('gateway', 'job')),
  state text NOT NULL DEFAULT 'alive' CHECK (state IN ('alive', 'dead', 'ended')),
  settled_through int8 NOT NULL DEFAULT 0 CHECK (settled_through >= 0),
  started_at timestamptz NOT NULL,
  heartbeat_at timestamptz NOT NULL,
  ended_at timestamptz,
  swept_at timestamptz
) WITH (fillfactor = 30);
CREATE INDEX owners_unfinished ON billing.owners (id) WHERE swept_at IS NULL;
COMMENT ON TABLE billing.owners IS
  'whoever holds open charges: a gateway process or a job. Rows stay: the watermark is what settled their charges';
COMMENT ON COLUMN billing.owners.settled_through IS 'every delivery up to this number has left, or was reversed';
COMMENT ON COLUMN billing.owners.swept_at IS 'when the charges that a dead or ended owner left open had been reversed';

CREATE TABLE billing.pulse (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  beat_at timestamptz NOT NULL DEFAULT now(),
  listening_since timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 30);
INSERT INTO billing.pulse DEFAULT VALUES;
COMMENT ON TABLE billing.pulse IS
  'since when billing has listened without a gap: while nobody could hear a heartbeat, silence proves no death';

CREATE TABLE billing.reversals (
  owner uuid NOT NULL,
  owner_seq int8 NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (owner, owner_seq)
);
COMMENT ON TABLE billing.reversals IS 'deliveries given back; one that arrives late is never charged';

CREATE TABLE billing.idempotency (
  team_id text NOT NULL,
  key text NOT NULL,
  operation_id uuid NOT NULL,
  fingerprint bytea NOT NULL,
  attempt int4 NOT NULL CHECK (attempt BETWEEN 1 AND 65535),
  state text NOT NULL CHECK (state IN ('running', 'finished')),
  owner uuid NOT NULL,
  claim uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (team_id, key)
) WITH (fillfactor = 50);
CREATE INDEX idempotency_by_expiry ON billing.idempotency (expires_at);
COMMENT ON COLUMN billing.idempotency.state IS 'a running one whose owner is dead is free: nothing needs to be written for it';
COMMENT ON COLUMN billing.idempotency.claim IS
  'the operation id that the newest begin offered, so that the same begin twice is one claim';

CREATE VIEW billing.charge_state AS
SELECT c.id, c.team_id, c.kind, c.entity, c.operation, c.key_id, c.operation_id, c.attempt, c.credits, c.owner,
  c.owner_seq, c.created_at, c.reversed_at,
  CASE WHEN c.state = 'open' AND c.owner_seq <= o.settled_through THEN 'settled' ELSE c.state END AS state
FROM billing.charges c
LEFT JOIN billing.owners o ON o.id = c.owner;
`;

export class Owners1763600000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(): Promise<void> {
    throw new Error('Owners settle charges and are not taken back; restore a backup.');
  }
}
