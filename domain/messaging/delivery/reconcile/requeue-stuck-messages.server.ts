import { deliverMessageJob, deliverOtpJob } from '#domain/messaging/messages/jobs.ts';
import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { countWaitingJobs, enqueue } from '#platform/queue.server.ts';
import type { Lane } from '../carriers/contract.ts';

/** Below this queue depth, an overdue row cannot just be waiting its turn. */
const shallowQueueLimit = 1_000;

/**
 * How long a row may be overdue, in seconds, and how many rows one run enqueues again. While a deep
 * queue keeps the workers busy, most of its rows are overdue and few have lost their job.
 */
const shallowQueueOptions = { grace: 2, most: 10_000 };
const deepQueueOptions = { grace: 60, most: 500 };

/** Sets the due time to now, so that the next run does not pick the row while its new job waits. */
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
 * Enqueues the queued messages of a lane again whose job is missing, because Redis was down when
 * they were accepted or lost its data. An existing job is not duplicated: its id is the message's.
 * Lanes are separate: in a Redis cluster one queue may be unavailable while the other is not.
 *
 * @returns how many were enqueued
 */
export async function requeueStuckMessages(lane: Lane): Promise<number> {
  const { kind, job } = lanes[lane];
  const now = clock.now();
  const depth = await countWaitingJobs(job.queue);
  const { grace, most } = depth < shallowQueueLimit ? shallowQueueOptions : deepQueueOptions;
  const overdue = new Date(now.getTime() - grace * 1_000);
  const rows = await query<{ id: string }>('find-stuck-messages', statement, [
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
