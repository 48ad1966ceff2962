import { createRoleSql, ROLES } from '@almanac/runtime';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { enrichment, loader } = ROLES;

/** Texts of some kilobytes that are read whole: compressing them costs more than it saves (docs/decisions). */
const external = (table: string, columns: string[]) =>
  columns.map((column) => `ALTER TABLE catalog.${table} ALTER COLUMN ${column} SET STORAGE EXTERNAL`);

const entityTable = (table: string) => [
  `CREATE TABLE catalog.${table} (
    id text PRIMARY KEY,
    facts text NOT NULL,
    body text NOT NULL,
    bare text NOT NULL,
    refs text[] NOT NULL,
    identity text NOT NULL,
    seq bigint NOT NULL UNIQUE DEFAULT nextval('catalog.change'),
    last_updated timestamptz NOT NULL
  )`,
  ...external(table, ['facts', 'body', 'bare']),
  `COMMENT ON TABLE catalog.${table} IS
    'facts: what sources said, merged (JSON). body, bare: rendered JSON text; a byte 1 in body stands for the bare record of the entity that refs names, in order. identity: digest of the identifiers at the last rendering. seq: place in the change sequence, moved by every rendering that changed something.'`,
];

/** The catalog's tables in their final form; later issues add tables and fill these. */
export class Entities1764000000001 implements MigrationInterface {
  readonly name = 'Entities1764000000001';

  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      'CREATE SEQUENCE catalog.change AS bigint',
      ...entityTable('company'),
      ...entityTable('person'),
      // A website may stand on several entities; id-like kinds stand on one, which the loader holds.
      `CREATE TABLE catalog.identifier (
        entity_kind text NOT NULL, kind text NOT NULL, value text NOT NULL, entity_id text NOT NULL,
        PRIMARY KEY (entity_kind, kind, value, entity_id)
      )`,
      'CREATE INDEX identifier_entity ON catalog.identifier (entity_id, entity_kind)',
      `CREATE TABLE catalog.source_key (
        entity_kind text NOT NULL, source text NOT NULL, key text NOT NULL, entity_id text NOT NULL,
        PRIMARY KEY (entity_kind, source, key)
      )`,
      'CREATE INDEX source_key_entity ON catalog.source_key (entity_id, entity_kind)',
      // A successor is never gone itself: whoever merges or erases rewrites the rows that led to what goes, each with a new seq.
      `CREATE TABLE catalog.gone (
        kind text NOT NULL, id text NOT NULL, seq bigint NOT NULL UNIQUE, reason text NOT NULL,
        successor text, gone_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (kind, id),
        CHECK (reason IN ('merged', 'erased')), CHECK ((reason = 'merged') = (successor IS NOT NULL))
      )`,
      'CREATE INDEX gone_successor ON catalog.gone (successor, kind) WHERE successor IS NOT NULL',
      'CREATE TABLE catalog.gone_identifier (kind text NOT NULL, hash bytea NOT NULL, PRIMARY KEY (kind, hash))',
      // Keys the hashes above, so that they tell nothing to whoever holds only them.
      'CREATE TABLE catalog.gone_key (one boolean PRIMARY KEY DEFAULT true CHECK (one), secret text NOT NULL)',
      'INSERT INTO catalog.gone_key (secret) VALUES (gen_random_uuid()::text || gen_random_uuid()::text)',
      'CREATE TABLE catalog.dirty (kind text NOT NULL, id text NOT NULL, PRIMARY KEY (kind, id))',
      // Read each second by every cache: seq moves with bodies and gone, identifiers with any identifier of a served entity.
      `CREATE TABLE catalog.version (
        one boolean PRIMARY KEY DEFAULT true CHECK (one), seq bigint NOT NULL, identifiers bigint NOT NULL
      ) WITH (fillfactor = 10)`,
      'INSERT INTO catalog.version (seq, identifiers) VALUES (0, 0)',
      ...grants,
    ];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = ['company', 'person', 'identifier', 'source_key', 'gone', 'gone_identifier', 'gone_key', 'dirty'];
    for (const table of [...tables, 'version']) await runner.query(`DROP TABLE catalog.${table}`);
    await runner.query('DROP SEQUENCE catalog.change');
  }
}

const grants = [
  `GRANT USAGE ON SCHEMA catalog TO ${enrichment}, ${loader}`,
  `GRANT SELECT ON catalog.company, catalog.person, catalog.identifier, catalog.gone, catalog.version TO ${enrichment}`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON catalog.company, catalog.person, catalog.identifier, catalog.source_key,
     catalog.gone, catalog.gone_identifier, catalog.dirty TO ${loader}`,
  `GRANT SELECT, UPDATE ON catalog.version TO ${loader}`,
  `GRANT SELECT ON catalog.gone_key TO ${loader}`,
  `GRANT USAGE, SELECT ON SEQUENCE catalog.change TO ${loader}`,
];

/** The roles must exist before the grants; an existing one gets the current password. */
export const roleStatements = (roleSecret: string): string[] =>
  [enrichment, loader].map((role) => createRoleSql(role, roleSecret));
