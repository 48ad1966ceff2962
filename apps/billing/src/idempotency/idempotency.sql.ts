import type { InputOf, idempotencyBegin, idempotencyEnd } from '@almanac/contracts';
import type { Sql } from '../database';
import { ATTEMPT_MAX } from '../ledger/charge-id';
import { ALIVE } from '../owner/owner.sql';

const KEY_HOURS = 24;
const EXPIRED = '(i.expires_at <= statement_timestamp())';

/**
 * Claims a key if it may be claimed: new, expired, or of the same request and not running (a running one whose owner is
 * dead does not run). The same begin twice is one claim, also after its end. No row otherwise, or when the owner of
 * this claim is not alive. The row lock of ON CONFLICT lets one of two concurrent claims through.
 */
export const claimKey = (deadSeconds: number, claim: InputOf<typeof idempotencyBegin>): Sql => ({
  name: 'idempotency-claim',
  text: `
    INSERT INTO billing.idempotency AS i
      (team_id, key, operation_id, fingerprint, attempt, state, owner, claim, expires_at)
    SELECT $2, $3, $4::uuid, decode($5, 'hex'), 1, 'running', o.id, $4::uuid,
      statement_timestamp() + interval '${KEY_HOURS} hours'
    FROM billing.owners o WHERE o.id = $6 AND ${ALIVE}
    ON CONFLICT (team_id, key) DO UPDATE
    SET operation_id = CASE WHEN ${EXPIRED} THEN excluded.operation_id ELSE i.operation_id END,
      fingerprint = excluded.fingerprint,
      attempt = CASE WHEN ${EXPIRED} THEN 1 WHEN i.claim = excluded.claim THEN i.attempt
        ELSE least(i.attempt + 1, ${ATTEMPT_MAX}) END,
      state = CASE WHEN i.claim = excluded.claim AND NOT ${EXPIRED} THEN i.state ELSE 'running' END,
      owner = excluded.owner,
      claim = excluded.claim,
      expires_at = CASE WHEN ${EXPIRED} THEN excluded.expires_at ELSE i.expires_at END
    WHERE ${EXPIRED}
      OR (i.fingerprint = excluded.fingerprint AND (
        i.claim = excluded.claim
        OR i.state = 'finished'
        OR NOT EXISTS (SELECT FROM billing.owners o WHERE o.id = i.owner AND ${ALIVE})))
    RETURNING operation_id AS "operationID", attempt`,
  values: [deadSeconds, claim.team, claim.key, claim.operationID, claim.fingerprint, claim.owner],
});

/** Why a key could not be claimed. */
export const whyNotClaimed = (
  deadSeconds: number,
  { team, key, fingerprint, owner }: InputOf<typeof idempotencyBegin>,
): Sql => ({
  text: `
    SELECT EXISTS (SELECT FROM billing.owners o WHERE o.id = $5 AND ${ALIVE}) AS "ownerAlive",
      EXISTS (SELECT FROM billing.idempotency i
        WHERE i.team_id = $2 AND i.key = $3 AND i.fingerprint <> decode($4, 'hex')) AS "otherRequest"`,
  values: [deadSeconds, team, key, fingerprint, owner],
});

export const freeKey = ({ team, key, operationID, attempt }: InputOf<typeof idempotencyEnd>): Sql => ({
  name: 'idempotency-free',
  text: `UPDATE billing.idempotency SET state = 'finished'
    WHERE team_id = $1 AND key = $2 AND operation_id = $3 AND attempt = $4 AND state = 'running'`,
  values: [team, key, operationID, attempt],
});
