import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';
import { enqueue } from '#platform/queue.ts';
import { reconcileOrderJob } from './jobs.ts';

/** How long a reconcile may take before its job counts as lost. */
const graceSeconds = 60;

/**
 * Moves the next poll forward, so that the next reconciler run does not enqueue the same orders
 * again.
 */
const due = `
  UPDATE orders SET next_poll_at = $1::timestamptz + make_interval(secs => $2)
  WHERE id IN (
    SELECT id FROM orders WHERE next_poll_at <= $1 ORDER BY next_poll_at LIMIT 500 FOR UPDATE SKIP LOCKED)
  RETURNING id`;

/** Enqueues jobs for the open orders whose poll is due. @returns how many */
export async function enqueueDueReconciles(): Promise<number> {
  const rows = await query<{ id: string }>('due-orders', due, [clock.now(), graceSeconds]);
  if (rows.length > 0) {
    await enqueue(
      reconcileOrderJob,
      rows.map(({ id }) => ({ orderId: id })),
    );
  }
  return rows.length;
}
