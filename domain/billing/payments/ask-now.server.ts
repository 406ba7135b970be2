import { logger } from '#platform/logger.ts';
import { enqueue } from '#platform/queue.server.ts';
import { createRateLimiter } from '#platform/rate-limit.server.ts';
import { waitAtMost } from '#platform/wait-at-most.ts';
import { findOrder } from './find-order.server.ts';
import { reconcileOrderJob } from './jobs.ts';
import { reconcileOrder } from './reconcile-order.server.ts';

/** Anybody may say that something happened to an order, so that they may not say it often. */
const limit = createRateLimiter('ask-soon', { points: 6, seconds: 60 });

/** What somebody who waits for a page is kept waiting for the provider. */
const patienceMs = 4_000;

/**
 * Asks the provider about an open order now, rather than when its time comes: somebody says that a try to pay it
 * failed. If it does not answer in time, the worker asks. An order that there is not, or is paid, is left alone.
 */
export async function askNow(orderId: string): Promise<void> {
  const order = await findOrder(orderId);
  if (!order || order.status === 'completed') return;
  if (!(await limit.take(order.id)).allowed) return;
  let isAsked = false;
  const asking = reconcileOrder(order.id).then(
    () => {
      isAsked = true;
    },
    (error) => logger.error({ error, orderId }, 'the provider was not asked about an order'),
  );
  await waitAtMost(patienceMs, asking);
  if (!isAsked) void enqueue(reconcileOrderJob, [{ orderId: order.id }]);
}
