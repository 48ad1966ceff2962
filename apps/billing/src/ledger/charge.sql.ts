import type { CreditKind } from '@almanac/contracts';
import type { Sql } from '../database';
import type { Charge, Delivery, Grant, Posting, Refusal } from './judge';

export interface Account {
  team: string;
  kind: CreditKind;
}

/** Locks balances in order of team and kind, so that two batches never wait for each other. Unknown teams have no row. */
export const lockAccounts = (accounts: Account[]): Sql => ({
  name: 'accounts-lock',
  text: `
    SELECT b.team_id AS team, b.kind
    FROM unnest($1::text[], $2::text[]) AS a(team, kind)
    JOIN billing.balances b ON b.team_id = a.team AND b.kind = a.kind
    ORDER BY b.team_id, b.kind FOR UPDATE OF b`,
  values: [accounts.map(({ team }) => team), accounts.map(({ kind }) => kind)],
});

export interface BooksRow {
  grants: (Account & Grant)[];
  charges: Charge[];
  refusals: Refusal[];
  repeats: [team: string, operation: string, kind: CreditKind, entity: string][];
  reversals: [owner: string, ownerSeq: number][];
}
export interface BooksAsked {
  accounts: Account[];
  families: string[];
  ids: string[];
  deliveries: { owner: string; ownerSeq: number }[];
  repeatable: { team: string; operation: string; kind: CreditKind; entity: string }[];
}

/**
 * Everything that deliveries are judged by, in one round trip. A statement of its own after the locks: its snapshot is
 * younger than they are. Indexes: grants_by_account, and the primary key of each other table; charges by a range of
 * ids, all attempts at once. The clock is the statement's, since the transaction's stood still while it waited.
 */
export const readBooks = ({ accounts, families, ids, deliveries, repeatable }: BooksAsked): Sql => ({
  name: 'books-read',
  text: `
    SELECT
      (SELECT coalesce(json_agg(json_build_object(
            'team', g.team_id, 'kind', g.kind, 'id', g.id, 'remaining', g.remaining)
          ORDER BY g.priority, g.expires_at NULLS LAST, g.created_at, g.id), '[]')
        FROM unnest($1::text[], $2::text[]) AS a(team, kind)
        JOIN billing.grants g ON g.team_id = a.team AND g.kind = a.kind
        WHERE g.remaining > 0 AND g.effective_at <= statement_timestamp()
          AND (g.expires_at IS NULL OR g.expires_at > statement_timestamp())) AS grants,
      (SELECT coalesce(json_agg(json_build_object(
            'id', c.id, 'team', c.team_id, 'operation', c.operation, 'credits', c.credits,
            'reversed', c.state = 'reversed', 'owner', c.owner, 'ownerSeq', c.owner_seq)), '[]')
        FROM unnest($3::uuid[], $4::uuid[]) AS f(low, high)
        JOIN LATERAL (SELECT * FROM billing.charges c WHERE c.id BETWEEN f.low AND f.high) AS c ON true) AS charges,
      (SELECT coalesce(json_agg(json_build_object(
            'id', r.id, 'kind', r.kind, 'needed', r.needed, 'available', r.available)), '[]')
        FROM unnest($5::uuid[]) AS l(id) JOIN billing.refusals r ON r.id = l.id) AS refusals,
      (SELECT coalesce(json_agg(json_build_array(r.team_id, r.operation, r.kind, r.entity)), '[]')
        FROM unnest($6::text[], $7::text[], $8::text[], $9::text[]) AS l(team, operation, kind, entity)
        JOIN billing.repeats r
          ON r.team_id = l.team AND r.operation = l.operation AND r.kind = l.kind AND r.entity = l.entity
        WHERE r.expires_at > statement_timestamp()) AS repeats,
      (SELECT coalesce(json_agg(json_build_array(r.owner, r.owner_seq)), '[]')
        FROM unnest($10::uuid[], $11::int8[]) AS d(owner, owner_seq)
        JOIN billing.reversals r ON r.owner = d.owner AND r.owner_seq = d.owner_seq) AS reversals`,
  values: [
    accounts.map(({ team }) => team),
    accounts.map(({ kind }) => kind),
    families.map((family) => `${family}0000`),
    families.map((family) => `${family}ffff`),
    ids,
    repeatable.map(({ team }) => team),
    repeatable.map(({ operation }) => operation),
    repeatable.map(({ kind }) => kind),
    repeatable.map(({ entity }) => entity),
    deliveries.map(({ owner }) => owner),
    deliveries.map(({ ownerSeq }) => ownerSeq),
  ],
});

/**
 * What a batch posts, as one statement, in which a hot row is written once. A repeat is remembered unless the window is
 * 0 hours.
 */
export const writeCharges = (postings: Posting[], refusals: Refusal[], repeatHours: number): Sql => ({
  name: 'charges-write',
  text: `
    WITH line AS MATERIALIZED (
      SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::uuid[],
        $8::int4[], $9::int8[], $10::uuid[], $11::int8[])
        AS l(id, team_id, kind, entity, operation, key_id, operation_id, attempt, credits, owner, owner_seq)
    ), draw AS MATERIALIZED (
      SELECT * FROM unnest($12::uuid[], $13::uuid[], $14::text[], $15::text[], $16::int8[])
        AS d(id, grant_id, team_id, kind, amount)
    ), charge AS (
      INSERT INTO billing.charges
        (id, team_id, kind, entity, operation, key_id, operation_id, attempt, credits, owner, owner_seq, created_at)
      SELECT id, team_id, kind, entity, operation, key_id, operation_id, attempt, credits, owner, owner_seq,
        statement_timestamp() FROM line
    ), entry AS (
      INSERT INTO billing.entries (id, type, grant_id, team_id, kind, amount, at)
      SELECT id, 'charge', grant_id, team_id, kind, -amount, statement_timestamp() FROM draw
    ), "grant" AS (
      UPDATE billing.grants g SET remaining = g.remaining - d.amount
      FROM (SELECT grant_id, sum(amount)::int8 AS amount FROM draw GROUP BY 1) AS d WHERE g.id = d.grant_id
    ), balance AS (
      UPDATE billing.balances b SET balance = b.balance - d.amount
      FROM (SELECT team_id, kind, sum(amount)::int8 AS amount FROM draw GROUP BY 1, 2) AS d
      WHERE b.team_id = d.team_id AND b.kind = d.kind
    ), used AS (
      INSERT INTO billing.usage AS u (team_id, kind, operation, key_id, credits, calls, day)
      SELECT s.*, (statement_timestamp() AT TIME ZONE 'UTC')::date
      FROM unnest($22::text[], $23::text[], $24::text[], $25::text[], $26::int8[], $27::int8[]) AS s
      ON CONFLICT (team_id, day, kind, operation, key_id)
      DO UPDATE SET credits = u.credits + excluded.credits, calls = u.calls + excluded.calls
    ), repeat AS (
      INSERT INTO billing.repeats (team_id, operation, kind, entity, charge_id, expires_at)
      SELECT team_id, operation, kind, entity, id, statement_timestamp() + make_interval(hours => $21)
      FROM line WHERE $21 > 0
      ON CONFLICT (team_id, operation, kind, entity)
      DO UPDATE SET charge_id = excluded.charge_id, expires_at = excluded.expires_at
    )
    INSERT INTO billing.refusals (id, kind, needed, available, at)
    SELECT r.*, statement_timestamp() FROM unnest($17::uuid[], $18::text[], $19::int8[], $20::int8[]) AS r
    ON CONFLICT (id) DO NOTHING`,
  values: [
    ...lineColumns(postings),
    ...drawColumns(postings),
    ...refusalColumns(refusals),
    repeatHours,
    ...usageColumns(postings),
  ],
});

const lineColumns = (postings: Posting[]): unknown[] => [
  postings.map(({ id }) => id),
  postings.map(({ team }) => team),
  postings.map(({ kind }) => kind),
  postings.map(({ entity }) => entity),
  postings.map(({ operation }) => operation),
  postings.map(({ delivery }) => delivery.keyID ?? ''),
  postings.map(({ delivery }) => delivery.operationID),
  postings.map(({ delivery }) => delivery.attempt),
  postings.map(({ credits }) => credits),
  postings.map(({ owner }) => owner),
  postings.map(({ ownerSeq }) => ownerSeq),
];

function drawColumns(postings: Posting[]): unknown[] {
  const draws = postings.flatMap(({ id, team, kind, draws }) => draws.map((draw) => ({ ...draw, id, team, kind })));
  return [
    draws.map(({ id }) => id),
    draws.map(({ grant }) => grant),
    draws.map(({ team }) => team),
    draws.map(({ kind }) => kind),
    draws.map(({ amount }) => amount),
  ];
}

const refusalColumns = (refusals: Refusal[]): unknown[] => [
  refusals.map(({ id }) => id),
  refusals.map(({ kind }) => kind),
  refusals.map(({ needed }) => needed),
  refusals.map(({ available }) => available),
];

/** Summed by team, kind, operation and key. A delivery counts as one call, however many lines it has. */
function usageColumns(postings: Posting[]): unknown[] {
  const sums = new Map<string, { posting: Posting; credits: number; deliveries: Set<Delivery> }>();
  for (const posting of postings) {
    const { team, kind, operation, delivery, credits } = posting;
    const key = JSON.stringify([team, kind, operation, delivery.keyID]);
    const sum = sums.get(key) ?? { posting, credits: 0, deliveries: new Set() };
    sum.credits += credits;
    sum.deliveries.add(delivery);
    sums.set(key, sum);
  }
  const all = [...sums.values()];
  return [
    all.map(({ posting }) => posting.team),
    all.map(({ posting }) => posting.kind),
    all.map(({ posting }) => posting.operation),
    all.map(({ posting }) => posting.delivery.keyID ?? ''),
    all.map(({ credits }) => credits),
    all.map(({ deliveries }) => deliveries.size),
  ];
}
