import type { Sql } from '../database';

/** Longer than this part of an owner's life without a run of the sweeper, and billing was not listening: billing.pulse. */
const GAP = 'make_interval(secs => $1::float8 / 3)';

/**
 * Whether the owner `o` has been silent for $1 seconds although billing was listening, all on the database clock.
 * clock_timestamp: a row is looked at again after a wait for its lock, and must then be judged at that moment.
 */
const SILENT = `(o.heartbeat_at < clock_timestamp() - make_interval(secs => $1::float8) AND EXISTS (
  SELECT FROM billing.pulse p
  WHERE p.listening_since < clock_timestamp() - make_interval(secs => $1::float8)
    AND p.beat_at > clock_timestamp() - ${GAP}))`;
export const ALIVE = `(o.state = 'alive' AND NOT ${SILENT})`;

export interface OwnerRow {
  id: string;
  settledThrough: number;
}

/** Locks the owners in order of id, so that two batches never wait for each other; renews those that are alive. */
export const renewOwners = (deadSeconds: number, ids: string[], settledThrough: number[]): Sql => ({
  name: 'owners-renew',
  text: `
    WITH o AS MATERIALIZED (
      SELECT o.* FROM billing.owners o WHERE o.id = ANY ($2::uuid[]) ORDER BY o.id FOR UPDATE
    )
    UPDATE billing.owners w
    SET heartbeat_at = clock_timestamp(), settled_through = greatest(w.settled_through, n.settled_through)
    FROM o JOIN unnest($2::uuid[], $3::int8[]) AS n(id, settled_through) ON n.id = o.id
    WHERE w.id = o.id AND ${ALIVE}
    RETURNING w.id, w.settled_through AS "settledThrough"`,
  values: [deadSeconds, ids, settledThrough],
});

/** The owner's row, locked, if it is alive. */
export const lockOwner = (deadSeconds: number, id: string): Sql => ({
  text: `SELECT o.id, o.settled_through AS "settledThrough"
    FROM billing.owners o WHERE o.id = $2 AND ${ALIVE} FOR UPDATE OF o`,
  values: [deadSeconds, id],
});

export interface Beat {
  owner: string;
  kind: string;
  settledThrough: number;
  final?: boolean;
}

/** No row when the owner is dead. An end told twice is one end. */
export const beatOwner = (deadSeconds: number, beat: Beat): Sql => ({
  name: 'owner-beat',
  text: `
    INSERT INTO billing.owners AS o (id, kind, settled_through, state, started_at, heartbeat_at, ended_at)
    VALUES ($2, $3, $4, CASE WHEN $5 THEN 'ended' ELSE 'alive' END, clock_timestamp(), clock_timestamp(),
      CASE WHEN $5 THEN clock_timestamp() END)
    ON CONFLICT (id) DO UPDATE
    SET heartbeat_at = excluded.heartbeat_at,
      settled_through = CASE WHEN o.state = 'ended' THEN o.settled_through
        ELSE greatest(o.settled_through, excluded.settled_through) END,
      state = excluded.state,
      ended_at = coalesce(o.ended_at, excluded.ended_at)
    WHERE ${ALIVE} OR (o.state = 'ended' AND excluded.state = 'ended')
    RETURNING o.id`,
  values: [deadSeconds, beat.owner, beat.kind, beat.settledThrough, beat.final ?? false],
});

export const countGateways = (deadSeconds: number): Sql => ({
  text: `SELECT count(*)::int4 AS gateways FROM billing.owners o
    WHERE o.swept_at IS NULL AND o.kind = 'gateway' AND ${ALIVE}`,
  values: [deadSeconds],
});

// ---- the sweeper ----

/** Says that billing listens. No row while another replica is saying so. */
export const beatPulse = (deadSeconds: number): Sql => ({
  text: `
    UPDATE billing.pulse
    SET beat_at = clock_timestamp(),
      listening_since = CASE WHEN beat_at > clock_timestamp() - ${GAP} THEN listening_since
        ELSE clock_timestamp() END
    WHERE one = (SELECT one FROM billing.pulse FOR UPDATE SKIP LOCKED)
    RETURNING one`,
  values: [deadSeconds],
});

export const OWNERS_MARKED_MAX = 100;
/** A locked row is left alone: a transaction that holds it has just found its owner alive. */
export const markDead = (deadSeconds: number): Sql => ({
  text: `
    UPDATE billing.owners SET state = 'dead', ended_at = clock_timestamp()
    WHERE id IN (
      SELECT o.id FROM billing.owners o
      WHERE o.swept_at IS NULL AND o.state = 'alive' AND ${SILENT}
      ORDER BY o.id LIMIT ${OWNERS_MARKED_MAX} FOR UPDATE OF o SKIP LOCKED)
    RETURNING id`,
  values: [deadSeconds],
});

/** Owners that are gone and may have left charges open. */
export const unsweptOwners: Sql = {
  text: `SELECT id FROM billing.owners WHERE swept_at IS NULL AND state <> 'alive'
    ORDER BY id LIMIT ${OWNERS_MARKED_MAX}`,
};
export const lockUnswept = (id: string): Sql => ({
  text: `SELECT id, settled_through AS "settledThrough" FROM billing.owners
    WHERE id = $1 AND swept_at IS NULL AND state <> 'alive' FOR UPDATE SKIP LOCKED`,
  values: [id],
});
export const markSwept = (id: string): Sql => ({
  text: 'UPDATE billing.owners SET swept_at = clock_timestamp() WHERE id = $1',
  values: [id],
});
