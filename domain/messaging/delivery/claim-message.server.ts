import { createBatch } from '#platform/batch.ts';
import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import type { Lane } from './carriers/contract.ts';
import type { ClaimedMessage } from './contract.ts';
import { deliverySettings } from './settings.server.ts';

type Claim = { id: string; carrier: string };

/**
 * The conditional update moves the row from `queued` to `submitting`, so only one worker gets it.
 * The state is compared as text so that the row is found by its primary key: with the partial index
 * on queued rows the planner would read the whole backlog for each flush.
 */
const statement = `
  UPDATE messages AS m SET
    state = 'submitting', carrier = claim.carrier,
    lease_until = $2::timestamptz + m.segments * make_interval(secs => $3)
  FROM json_to_recordset($1::json) AS claim(id text, carrier text)
  WHERE m.id = claim.id AND m.state::text = 'queued'
  RETURNING m.id, m.user_id AS "userId", m.recipient, m.sender, m.template_id AS "templateId", m.content,
    m.encrypted_content AS "encryptedContent", m.encoding, m.segments, m.attempts, m.valid_until AS "validUntil", m.lease_until AS "leaseUntil",
    CASE WHEN m.segments > 1 THEN
      ARRAY(SELECT seq FROM message_parts WHERE message_id = m.id)
    ELSE '{}' END AS "sentParts"`;

async function flush(claims: Claim[]): Promise<(ClaimedMessage | null)[]> {
  const rows = await query<ClaimedMessage>('claim-messages', statement, [
    JSON.stringify(claims),
    clock.now(),
    deliverySettings.SUBMIT_LEASE_SECONDS,
  ]);
  const claimed = new Map(rows.map((row) => [row.id, row]));
  return claims.map(({ id }) => {
    const message = claimed.get(id) ?? null;
    // The same id twice in one flush: only the first claim gets the message.
    claimed.delete(id);
    return message;
  });
}

/** One batch per lane: an OTP never waits for a large flush of messages. */
const claim: Record<Lane, (claim: Claim) => Promise<ClaimedMessage | null>> = {
  otp: createBatch(flush, { max: 500 }),
  messages: createBatch(flush, { max: 500, minIntervalMs: 10 }),
};

/**
 * Claims a queued message for this worker, to submit it to a carrier.
 *
 * @returns the message, or null if it is not queued any more: another worker claimed it, or it has
 *   ended
 */
export function claimMessage(id: string, carrier: string, lane: Lane) {
  return claim[lane]({ id, carrier });
}
