import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What must hold at every commit, as one statement and therefore of one snapshot. In the database, because
 * `almanac doctor` asks any database and apps don't import apps. It reads every entry: seconds per ten million.
 */
const UP = `
CREATE FUNCTION billing.invariants() RETURNS TABLE (invariant text, problem text) LANGUAGE sql STABLE AS $$
WITH by_grant AS (
  SELECT grant_id, team_id, kind, sum(amount)::int8 AS total FROM billing.entries GROUP BY 1, 2, 3
), by_account AS (
  SELECT team_id, kind, sum(total)::int8 AS total FROM by_grant GROUP BY 1, 2
), moved AS (
  SELECT id, -coalesce(sum(amount) FILTER (WHERE type = 'charge'), 0)::int8 AS charged,
    coalesce(sum(amount) FILTER (WHERE type = 'reverse'), 0)::int8 AS returned
  FROM billing.entries WHERE type IN ('charge', 'reverse') GROUP BY id
), used AS (
  SELECT team_id, kind, sum(credits)::int8 AS credits FROM billing.usage GROUP BY 1, 2
), standing AS (
  SELECT team_id, kind, sum(credits)::int8 AS credits FROM billing.charges WHERE state = 'open' GROUP BY 1, 2
)
SELECT 'I1', format('grant %s holds %s, its entries say %s', coalesce(g.id, e.grant_id), g.remaining, e.total)
FROM billing.grants g FULL JOIN by_grant e ON e.grant_id = g.id AND e.team_id = g.team_id AND e.kind = g.kind
WHERE g.remaining IS DISTINCT FROM e.total
UNION ALL
SELECT 'I1', format('team %s has a %s balance of %s, its entries say %s', coalesce(b.team_id, a.team_id),
  coalesce(b.kind, a.kind), b.balance, a.total)
FROM billing.balances b FULL JOIN by_account a ON a.team_id = b.team_id AND a.kind = b.kind
WHERE b.balance IS DISTINCT FROM coalesce(a.total, 0)
UNION ALL
SELECT 'I1', format('usage of team %s says %s %s credits, its standing charges %s', coalesce(u.team_id, s.team_id),
  coalesce(u.credits, 0), coalesce(u.kind, s.kind), coalesce(s.credits, 0))
FROM used u FULL JOIN standing s ON s.team_id = u.team_id AND s.kind = u.kind
WHERE coalesce(u.credits, 0) <> coalesce(s.credits, 0)
UNION ALL
SELECT 'I2', format('grant %s has %s credits left', id, remaining) FROM billing.grants WHERE remaining < 0
UNION ALL
SELECT 'I2', format('team %s has a %s balance of %s', team_id, kind, balance) FROM billing.balances WHERE balance < 0
UNION ALL
SELECT 'I3', format('charge %s of %s is %s: its entries took %s and returned %s', coalesce(c.id, m.id), c.credits,
  c.state, m.charged, m.returned)
FROM billing.charges c FULL JOIN moved m ON m.id = c.id
WHERE c.credits IS DISTINCT FROM m.charged
  OR m.returned IS DISTINCT FROM CASE c.state WHEN 'reversed' THEN c.credits ELSE 0 END
UNION ALL
SELECT 'I3', format('%s charges stand for one line of operation %s', count(*), min(operation_id::text))
FROM billing.charges WHERE state = 'open'
GROUP BY substr(id::text, 1, 32) HAVING count(*) > 1
UNION ALL
SELECT 'I3', format('charge %s stays open though its owner is gone', c.id)
FROM billing.owners o JOIN billing.charges c ON c.owner = o.id
WHERE o.swept_at IS NOT NULL AND c.state = 'open' AND c.owner_seq > o.settled_through
UNION ALL
SELECT 'I3', format('charge %s has no owner', c.id)
FROM billing.charges c LEFT JOIN billing.owners o ON o.id = c.owner WHERE o.id IS NULL
UNION ALL
SELECT 'I3', format('%s %s is free to repeat for team %s because of charge %s, which was reversed', r.kind, r.entity,
  r.team_id, r.charge_id)
FROM billing.repeats r JOIN billing.charges c ON c.id = r.charge_id WHERE c.state = 'reversed'
$$;
COMMENT ON FUNCTION billing.invariants IS 'what is wrong with the ledger: no rows when I1 to I3 hold';
`;

export class Invariants1763600000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION billing.invariants()');
  }
}
