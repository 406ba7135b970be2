import { query } from '#platform/db.server.ts';
import type { Lane } from '../carriers/contract.ts';
import { kindOf, type ReservedMessage } from '../contract.ts';
import { workerId } from './worker-heartbeat.server.ts';

const release = `
  UPDATE message_queue SET worker_id = NULL
  WHERE message_id = ANY ($1) AND worker_id = $2 AND carrier IS NULL`;

/** Gives reserved messages back, for another worker. */
export async function releaseMessages(ids: string[]): Promise<void> {
  if (ids.length > 0) await query('release-messages', release, [ids, workerId]);
}

/** `none` is a worker that is always lost. */
const disown = `
  UPDATE message_queue SET worker_id = 'none'
  WHERE message_id = $1 AND worker_id = $2 AND reservation = $3`;

/**
 * Gives up a message whose outcome could not be recorded: the reconciler marks it `unknown` if it was being submitted,
 * and lets another worker have it if not.
 */
export async function disownMessage({ id, reservation }: ReservedMessage): Promise<void> {
  await query('disown-message', disown, [id, workerId, reservation]);
}

const releaseOthers = `
  UPDATE message_queue SET worker_id = NULL
  WHERE kind = $1::message_kind AND worker_id = $2 AND carrier IS NULL AND message_id <> ALL ($3)`;

/**
 * Gives back what was reserved by a statement whose response was lost. Reads the whole queue.
 *
 * @param known the messages of the lane that the worker has
 */
export async function releaseUnknown(lane: Lane, known: string[]): Promise<void> {
  await query('release-unknown', releaseOthers, [kindOf[lane], workerId, known]);
}
