import { query } from '#platform/db.server.ts';
import type { Lane } from '../carriers/contract.ts';
import { kindOf } from './kind-of.ts';
import { workerId } from './worker-heartbeat.server.ts';

const release = `
  UPDATE message_queue SET worker_id = NULL
  WHERE message_id = ANY ($1) AND worker_id = $2 AND carrier IS NULL`;

/** Gives reserved messages back, for another worker. */
export async function releaseMessages(ids: string[]): Promise<void> {
  if (ids.length > 0) await query('release-messages', release, [ids, workerId]);
}

/** To a worker that is none, and lost as soon as it is named. */
const disown = `
  WITH nobody AS (
    INSERT INTO delivery_workers (id, seen_at) VALUES ('none', 'epoch') ON CONFLICT DO NOTHING
  )
  UPDATE message_queue SET worker_id = 'none' WHERE message_id = $1 AND worker_id = $2`;

/**
 * Gives up a message whose outcome could not be recorded: the reconciler marks it `unknown` if it was being submitted,
 * and lets another worker have it if not.
 */
export async function disownMessage(id: string): Promise<void> {
  await query('disown-message', disown, [id, workerId]);
}

/** Reserved, but not among the messages that the worker knows of. */
const releaseForgotten = `
  UPDATE message_queue SET worker_id = NULL
  WHERE kind = $1 AND user_id = $2 AND worker_id = $3 AND carrier IS NULL AND message_id <> ALL ($4)`;

/**
 * Gives back what was reserved by a statement whose response was lost.
 *
 * @param known the messages of the account that the worker has
 */
export async function releaseUnknown(userId: string, lane: Lane, known: string[]): Promise<void> {
  await query('release-unknown', releaseForgotten, [kindOf[lane], userId, workerId, known]);
}
