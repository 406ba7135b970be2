import { createBatch } from '#platform/batch.ts';
import { query } from '#platform/db.ts';
import type { Lane } from '../carriers/contract.ts';
import type { ReservedMessage } from '../contract.ts';
import { workerId } from './worker-heartbeat.ts';

type Mark = { id: string; reservation: number; carrier: string };

/**
 * On condition that the reservation still counts: the worker may have been taken for lost meanwhile, and may have reserved
 * the message again. And that the message has not expired, by the clock of PostgreSQL: that of a worker may be wrong.
 *
 * The ids are given once more, as a list, and the planner cannot see through the condition on the worker, as in
 * `recordAttempt`: it would read all that has not expired.
 */
const statement = `
  UPDATE message_queue AS q SET carrier = mark.carrier
  FROM json_to_recordset($1::json) AS mark(id text, reservation int, carrier text)
  WHERE q.message_id = ANY ($3) AND q.message_id = mark.id AND coalesce(q.worker_id = $2, false)
    AND q.reservation = mark.reservation AND q.valid_until > now()
  RETURNING q.message_id AS id, now() AS at`;

async function flush(marks: Mark[]): Promise<(Date | null)[]> {
  const rows = await query<{ id: string; at: Date }>('mark-submitting', statement, [
    JSON.stringify(marks),
    workerId,
    marks.map(({ id }) => id),
  ]);
  const marked = new Map(rows.map(({ id, at }) => [id, at]));
  return marks.map(({ id }) => marked.get(id) ?? null);
}

/** One batch per lane: an OTP never waits for a large flush of messages. */
const mark: Record<Lane, (mark: Mark) => Promise<Date | null>> = {
  otp: createBatch(flush, { max: 500 }),
  messages: createBatch(flush, { max: 500, minIntervalMs: 5 }),
  test: createBatch(flush, { max: 500, minIntervalMs: 5 }),
};

/**
 * Writes down that a reserved message is about to be submitted to a carrier. When the worker is lost from now on, the
 * message becomes `unknown`, and a receipt of that carrier may still settle it.
 *
 * @returns the time, by PostgreSQL's clock; null if it is not this worker's any more, or has expired: it must not be submitted
 */
export function markSubmitting(
  { id, reservation }: Pick<ReservedMessage, 'id' | 'reservation'>,
  carrier: string,
  lane: Lane,
): Promise<Date | null> {
  return mark[lane]({ id, reservation, carrier });
}
