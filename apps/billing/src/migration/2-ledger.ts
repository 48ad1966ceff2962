import type { MigrationInterface, QueryRunner } from 'typeorm';

const TEAM_AND_KIND = `
  team_id text NOT NULL COLLATE "C",
  kind text NOT NULL CHECK (kind IN ('company', 'person'))`;

/** Credits that teams hold. fillfactor leaves room on the page, so that an update of a hot row stays on it (HOT). */
const BALANCES = `
CREATE TABLE billing.balances (${TEAM_AND_KIND},
  balance int8 NOT NULL DEFAULT 0 CHECK (balance BETWEEN 0 AND 9007199254740991),
  low_below int8 CHECK (low_below >= 0),
  low_told_at timestamptz,
  PRIMARY KEY (team_id, kind),
  FOREIGN KEY (team_id) REFERENCES billing.teams
) WITH (fillfactor = 30);
COMMENT ON TABLE billing.balances IS
  'one row per team and kind, the lock that every change of its credits takes first, in order of team and kind';
COMMENT ON COLUMN billing.balances.balance IS 'sum of the entries; not yet effective grants are in it';

CREATE TABLE billing.grants (
  id uuid PRIMARY KEY,${TEAM_AND_KIND},
  amount int8 NOT NULL CHECK (amount > 0),
  remaining int8 NOT NULL CHECK (remaining >= 0),
  priority int4 NOT NULL DEFAULT 100,
  effective_at timestamptz NOT NULL,
  expires_at timestamptz CHECK (expires_at > effective_at),
  recurrence text CHECK (recurrence IN ('monthly')),
  recurs_at timestamptz,
  recurrence_of uuid REFERENCES billing.grants,
  note text,
  request jsonb,
  created_at timestamptz NOT NULL,
  FOREIGN KEY (team_id, kind) REFERENCES billing.balances,
  UNIQUE (recurrence_of, effective_at)
) WITH (fillfactor = 50);
CREATE INDEX grants_by_account ON billing.grants (team_id, kind);
CREATE INDEX grants_by_expiry ON billing.grants (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX grants_by_recurrence ON billing.grants (recurs_at) WHERE recurs_at IS NOT NULL;
COMMENT ON COLUMN billing.grants.request IS 'what was asked for, so that asking again is told from an id used twice';
COMMENT ON COLUMN billing.grants.recurs_at IS 'when the next grant of a recurring one is due';

CREATE TABLE billing.caps (${TEAM_AND_KIND},
  key_id text NOT NULL DEFAULT '',
  period text NOT NULL DEFAULT 'month' CHECK (period IN ('day', 'month')),
  credits int8 NOT NULL CHECK (credits >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (team_id, kind, key_id, period),
  FOREIGN KEY (team_id) REFERENCES billing.teams
);
COMMENT ON COLUMN billing.caps.key_id IS 'empty: the whole team';

CREATE TABLE billing.prices (
  operation text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('company', 'person')),
  credits int8 NOT NULL CHECK (credits BETWEEN 0 AND 1000000),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (operation, kind)
);
COMMENT ON TABLE billing.prices IS 'overrides of the contracts'' prices';
`;

/**
 * Charges and what they moved. No foreign keys: at tens of thousands of rows a second each would be a look-up, and
 * both are written by one statement that has the balance locked.
 */
const CHARGES = `
CREATE TABLE billing.charges (
  id uuid PRIMARY KEY,${TEAM_AND_KIND},
  entity text NOT NULL,
  operation text NOT NULL,
  key_id text NOT NULL DEFAULT '',
  operation_id uuid NOT NULL,
  attempt int4 NOT NULL CHECK (attempt BETWEEN 1 AND 65535),
  credits int8 NOT NULL CHECK (credits > 0),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'reversed')),
  owner uuid NOT NULL,
  owner_seq int8 NOT NULL CHECK (owner_seq > 0),
  created_at timestamptz NOT NULL,
  reversed_at timestamptz,
  CHECK ((state = 'reversed') = (reversed_at IS NOT NULL))
) PARTITION BY RANGE (id);
CREATE INDEX charges_by_owner ON billing.charges (owner, owner_seq);
COMMENT ON COLUMN billing.charges.id IS
  '48 bits of the operation''s time, 64 of SHA-256(operation id, kind, entity), 16 of the attempt';
COMMENT ON COLUMN billing.charges.state IS 'open becomes settled by its owner''s watermark: see billing.charge_state';

CREATE TABLE billing.entries (
  id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('grant', 'charge', 'reverse', 'expire', 'adjust')),
  grant_id uuid NOT NULL,${TEAM_AND_KIND},
  amount int8 NOT NULL CHECK (amount <> 0),
  at timestamptz NOT NULL,
  PRIMARY KEY (id, type, grant_id)
) PARTITION BY RANGE (id);
CREATE INDEX entries_but_charges ON billing.entries (team_id, id) WHERE type NOT IN ('charge', 'reverse');
COMMENT ON TABLE billing.entries IS 'append-only; what each event moved on each grant, in signed credits';
COMMENT ON COLUMN billing.entries.id IS
  'the charge''s id for charge and reverse, else a time-ordered id of its own: no charge moves a grant twice';

CREATE TABLE billing.usage (${TEAM_AND_KIND},
  day date NOT NULL,
  operation text NOT NULL,
  key_id text NOT NULL,
  credits int8 NOT NULL,
  calls int8 NOT NULL,
  PRIMARY KEY (team_id, day, kind, operation, key_id)
) WITH (fillfactor = 50);
COMMENT ON TABLE billing.usage IS
  'charges that stand, summed by their UTC day; calls are deliveries with at least one such charge';

CREATE TABLE billing.refusals (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  needed int8 NOT NULL,
  available int8 NOT NULL,
  at timestamptz NOT NULL
);
COMMENT ON TABLE billing.refusals IS 'lines refused for want of credit, by the id that their charge would have had';

CREATE TABLE billing.repeats (${TEAM_AND_KIND},
  operation text NOT NULL,
  entity text NOT NULL,
  charge_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (team_id, operation, kind, entity)
);
CREATE INDEX repeats_by_expiry ON billing.repeats (expires_at);
COMMENT ON TABLE billing.repeats IS 'the standing charge because of which the same look-up is free until expires_at';
`;

const FUNCTIONS = `
CREATE FUNCTION billing.uuid_at(at timestamptz) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT rpad(lpad(to_hex((extract(epoch FROM at) * 1000)::int8), 12, '0'), 32, '0')::uuid
$$;
COMMENT ON FUNCTION billing.uuid_at IS 'the lowest time-ordered id of a moment';

CREATE FUNCTION billing.time_ordered_id() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::int8), 12, '0')
    || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid
$$;
COMMENT ON FUNCTION billing.time_ordered_id IS 'a UUIDv7 of the database clock';

-- Definer: the app's role may not own tables, yet makes the months ahead. A month whose rows already went to the
-- default partition cannot be split off again; it stays there.
CREATE FUNCTION billing.make_partitions(months_ahead int DEFAULT 3) RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = billing, pg_temp AS $$
DECLARE
  parent text;
  month timestamptz;
  partition text;
  made int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('billing.make_partitions'));
  FOREACH parent IN ARRAY ARRAY['charges', 'entries'] LOOP
    FOR i IN -1 .. months_ahead LOOP
      month := (date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => i)) AT TIME ZONE 'UTC';
      partition := parent || to_char(month AT TIME ZONE 'UTC', '_YYYY_MM');
      CONTINUE WHEN to_regclass('billing.' || partition) IS NOT NULL;
      BEGIN
        EXECUTE format('CREATE TABLE billing.%I PARTITION OF billing.%I FOR VALUES FROM (%L) TO (%L)', partition,
          parent, billing.uuid_at(month),
          billing.uuid_at(((month AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC'));
        made := made + 1;
      EXCEPTION WHEN check_violation THEN
        RAISE WARNING '% has rows of % already', parent || '_other', to_char(month AT TIME ZONE 'UTC', 'YYYY-MM');
      END;
    END LOOP;
  END LOOP;
  RETURN made;
END $$;

CREATE TABLE billing.charges_other PARTITION OF billing.charges DEFAULT;
CREATE TABLE billing.entries_other PARTITION OF billing.entries DEFAULT;
SELECT billing.make_partitions();
`;

export class Ledger1763600000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [BALANCES, CHARGES, FUNCTIONS]) await runner.query(sql);
  }

  async down(): Promise<void> {
    throw new Error('The ledger is not taken back; restore a backup.');
  }
}
