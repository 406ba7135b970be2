import { releaseEventsOf } from '#domain/notifications/webhooks/queue/release-events.ts';
import { query } from '#platform/db.ts';
import { findLostWorkers } from '../queue/worker-heartbeat.ts';
import { silentSeconds } from '../settings.ts';

/**
 * The condition on `carrier` is checked again under the row's lock: what the worker has marked meanwhile stays its own. A
 * test message can be submitted again, as nothing of it leaves.
 */
const release = `
  UPDATE message_queue SET worker_id = NULL, carrier = NULL
  WHERE worker_id = ANY ($1) AND (carrier IS NULL OR kind = 'test')
  RETURNING message_id`;

/**
 * As long as there are lost workers, each look reads the whole queue. Not sooner than after an hour, as one that was only
 * stopped may go on and reserve; one that has said that it ended, at once.
 */
const deleteLost = `
  DELETE FROM delivery_workers AS w
  WHERE id = ANY ($1) AND seen_at < now() - interval '1 hour'
    AND NOT EXISTS (SELECT FROM message_queue AS q WHERE q.worker_id = w.id)`;

/**
 * Gives other workers what a lost one had reserved: no message of it has left. A worker that was only slow finds out when
 * it marks a message for submitting.
 *
 * @returns how many messages and webhook events
 */
export async function releaseLostReservations(): Promise<number> {
  const lost = await findLostWorkers(silentSeconds);
  if (lost.length === 0) return 0;
  const released = await query('release-lost-reservations', release, [lost]);
  const events = await releaseEventsOf(lost);
  await query('delete-lost-workers', deleteLost, [lost]);
  return released.length + events;
}
