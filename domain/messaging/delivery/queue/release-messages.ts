import { createBatch } from '#platform/batch.ts';
import { query } from '#platform/db.ts';
import type { Lane } from '../carriers/contract.ts';
import { kindOf, type ReservedMessage } from '../contract.ts';
import { workerId } from './worker-heartbeat.ts';

const release = `
  UPDATE message_queue SET worker_id = NULL,
    due_at = CASE WHEN $3 > 0 THEN now() + $3 * interval '1 ms' ELSE due_at END
  WHERE message_id = ANY ($1) AND worker_id = $2 AND carrier IS NULL`;

/** Releases reserved messages for another worker, at once or after a delay in milliseconds. */
export async function releaseMessages(ids: string[], delayMs: number): Promise<void> {
  if (ids.length > 0) await query('release-messages', release, [ids, workerId, delayMs]);
}

const hasten = `
  UPDATE message_queue SET due_at = now() WHERE message_id = ANY ($1) AND worker_id IS NULL AND due_at > now()`;

/** Ends the delay with which messages were released. */
export async function hastenMessages(ids: string[]): Promise<void> {
  if (ids.length > 0) await query('hasten-messages', hasten, [ids]);
}

/** The id of a worker that does not exist, in whose name messages are that workers have left to the reconciler. */
export const noWorker = 'none';

/**
 * The worker that does not exist counts as lost for half an hour: long enough for the reconciler to handle the message at
 * once, and too short for `releaseLostReservations` to delete the worker's row before it has seen the message.
 */
const leave = `
  WITH no_worker AS (
    INSERT INTO delivery_workers (id, seen_at, steady_since)
    VALUES ('${noWorker}', now() - interval '30 minutes', 'epoch')
    ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at
  )
  UPDATE message_queue AS q SET worker_id = '${noWorker}'
  FROM unnest($1::text[], $2::int[]) AS given(id, reservation)
  WHERE q.message_id = given.id AND q.worker_id = $3 AND q.reservation = given.reservation`;

type Reservation = Pick<ReservedMessage, 'id' | 'reservation'>;

const leaveBatch = createBatch(
  async (list: Reservation[]) => {
    const values = [list.map(({ id }) => id), list.map(({ reservation }) => reservation), workerId];
    await query('leave-to-reconciler', leave, values);
    return list.map(() => null);
  },
  { max: 500 },
);

/**
 * Leaves a message to the reconciler that could not be marked, or whose outcome could not be recorded: the
 * reconciler marks it `unknown` if it was being submitted, and releases it for another worker if not.
 */
export async function leaveToReconciler({ id, reservation }: Reservation): Promise<void> {
  await leaveBatch({ id, reservation });
}

const releaseOthers = `
  UPDATE message_queue SET worker_id = NULL
  WHERE kind = $1::message_kind AND worker_id = $2 AND carrier IS NULL AND message_id <> ALL ($3)`;

/**
 * Releases what was reserved by a statement whose response was lost. Reads the whole queue.
 *
 * @param known the messages of the lane that the worker has
 */
export async function releaseUnknown(lane: Lane, known: string[]): Promise<void> {
  await query('release-unknown', releaseOthers, [kindOf[lane], workerId, known]);
}
