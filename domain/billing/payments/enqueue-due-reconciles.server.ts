import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { enqueue } from '#platform/queue.server.ts';
import { reconcileOrderJob } from './jobs.ts';

/** How long an asking may take before its job is taken for lost. */
const graceSeconds = 60;

/** Due again later, so that a row is not picked by every sweep while its job waits. */
const due = `
  UPDATE orders SET next_poll_at = $1::timestamptz + make_interval(secs => $2)
  WHERE id IN (
    SELECT id FROM orders WHERE next_poll_at <= $1 ORDER BY next_poll_at LIMIT 500 FOR UPDATE SKIP LOCKED)
  RETURNING id`;

/** Has the provider asked about open orders whose time has come. @returns how many */
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
