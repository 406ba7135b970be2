import { deliverMessageJob, deliverOtpJob } from '#domain/messaging/messages/jobs.ts';
import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { countWaitingJobs, enqueue } from '#platform/queue.server.ts';
import type { Lane } from '../carriers/contract.ts';

/** Jobs in a queue below which a row that is overdue cannot just be waiting its turn. */
const shallowQueueLimit = 1_000;

/**
 * How long a row may be overdue, in seconds, and how many rows one sweep nudges again. While a deep
 * queue keeps the workers busy, most of its rows are overdue and few of them forgotten.
 */
const shallowQueueOptions = { grace: 2, most: 10_000 };
const deepQueueOptions = { grace: 60, most: 500 };

/** Due again now, so that a row is not picked by every sweep while its new job waits. */
const statement = `
  UPDATE messages SET due_at = $3
  WHERE id IN (
    SELECT id FROM messages
    WHERE state = 'queued' AND kind = $1 AND due_at < $2
    ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED)
  RETURNING id`;

const lanes = {
  otp: { kind: 'otp', job: deliverOtpJob },
  messages: { kind: 'message', job: deliverMessageJob },
};

/**
 * Nudges again the queued messages of a lane whose job is gone, because Redis was away when they were
 * accepted, or lost it. A job that is still there is not doubled: its id is the message's.
 *
 * Each lane for itself: in a cluster the queue of the one can be away while the other is there.
 *
 * @returns how many were nudged
 */
export async function requeueStuckMessages(lane: Lane): Promise<number> {
  const { kind, job } = lanes[lane];
  const now = clock.now();
  const depth = await countWaitingJobs(job.queue);
  const { grace, most } = depth < shallowQueueLimit ? shallowQueueOptions : deepQueueOptions;
  const overdue = new Date(now.getTime() - grace * 1_000);
  const rows = await query<{ id: string }>('nudge-forgotten', statement, [
    kind,
    overdue,
    now,
    most,
  ]);
  if (rows.length > 0) {
    await enqueue(
      job,
      rows.map(({ id }) => ({ messageId: id })),
    );
  }
  return rows.length;
}
