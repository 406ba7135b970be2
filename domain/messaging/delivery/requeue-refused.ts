import { query } from '#platform/db.ts';
import type { SubmitOutcome } from './carriers/contract.ts';
import { classifyFailure } from './retry-policy.ts';
import { insertEventsSql } from './timeline-sql.ts';

/**
 * The carrier rejected it for now and nothing else of it is unknown: it is queued again for what no carrier has, due in $3
 * milliseconds. Not a one-time password, whose text is deleted once it may have left, and not beyond its validity. The part of
 * the next submit has the same number and reference, so the message's version says which it is.
 */
const statement = `
  WITH again AS (
    SELECT id, user_id, kind, valid_until FROM messages
    WHERE id = $1 AND version = $7 AND state = 'unknown' AND kind = 'message' AND livemode AND content IS NOT NULL AND parts_undelivered = 0
      AND valid_until > now() + $3 * interval '1 ms'
      AND NOT EXISTS (SELECT FROM message_parts WHERE message_id = $1 AND seq <> $2 AND state = 'unknown')
    FOR UPDATE
  ),
  part AS (
    DELETE FROM message_parts
    WHERE message_id = $1 AND seq = $2 AND state = 'unknown' AND carrier_message_id IS NULL AND EXISTS (SELECT FROM again)
    RETURNING message_id AS id
  ),
  moved AS (
    UPDATE messages SET state = 'queued', reason = $4, version = version + 1, attempts = attempts + $5
    WHERE id = $1 AND EXISTS (SELECT FROM part)
  ),
  queued AS (
    INSERT INTO message_queue (message_id, user_id, kind, due_at, valid_until)
    SELECT id, user_id, kind, now() + $3 * interval '1 ms', valid_until FROM again WHERE EXISTS (SELECT FROM part)
  ),
  ${insertEventsSql('$6', 'part')}
  SELECT id FROM part`;

/** A rejection of a submit. */
export type Refused = Extract<SubmitOutcome, { kind: 'refused' }>;

type Part = {
  message_id: string;
  seq: number;
  /** Of its message, when the part was found. */
  attempts: number;
  version: number;
};

/**
 * Has a message submitted again after a response that rejects a part of it for now, such as a throttled one, came when the
 * message was `unknown`.
 *
 * @param events JSON for `insertEventsSql`
 * @returns false if it is not submitted again: the rejection is final, or the message's text or validity is over
 */
export async function requeueRefused(
  { message_id, seq, attempts, version }: Part,
  outcome: Refused,
  reason: string,
  events: string,
): Promise<boolean> {
  const decision = classifyFailure(toCounted(outcome), attempts, Math.random());
  if (decision.kind !== 'retry') return false;
  const { retryInMs, counted } = decision;
  const values = [message_id, seq, retryInMs, reason, counted ? 1 : 0, events, version];
  return (await query('requeue-refused', statement, values)).length > 0;
}

/**
 * A submit that is given up takes a place in the window for the whole time, and its message has an event: a carrier that is so
 * slow gets it with growing delays, also when it throttles.
 */
const toCounted = (outcome: Refused): Refused =>
  outcome.refusal === 'throttled' || outcome.refusal === 'bind_lost'
    ? { ...outcome, refusal: 'temporary' }
    : outcome;
