import { logger } from '#platform/logger.ts';
import { enqueue } from '#platform/queue.ts';
import { createRateLimiter } from '#platform/rate-limit.ts';
import { waitAtMost } from '#platform/wait-at-most.ts';
import { findOrder } from './find-orders.ts';
import { reconcileOrderJob } from './jobs.ts';
import { reconcileOrder } from './reconcile-order.ts';

/** Callers need no session for this, so it is limited per order. */
const limit = createRateLimiter('ask-soon', { points: 6, seconds: 60 });

/** How long a page waits for the provider, in milliseconds. */
const maxWaitMs = 4_000;

/**
 * Fetches an open order's payments now, before its next poll, because the browser reported a failed
 * attempt, or looks at an order whose attempts were declined. If the provider does not respond in time, the worker does it. Does nothing for an
 * unknown or completed order.
 */
export async function reconcileOrderNow(orderId: string): Promise<void> {
  const order = await findOrder(orderId);
  if (!order || order.status === 'completed') return;
  if (!(await limit.consume(order.id)).allowed) return;
  let isDone = false;
  const reconciling = reconcileOrder(order.id, { isScheduled: false }).then(
    () => {
      isDone = true;
    },
    (error) =>
      logger.error({ error, orderId }, 'could not fetch an order from the payment provider'),
  );
  await waitAtMost(maxWaitMs, reconciling);
  if (!isDone) void enqueue(reconcileOrderJob, [{ orderId: order.id }]);
}
