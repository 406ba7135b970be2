import { nudge } from '#platform/queue.server.ts';
import { createRateLimit } from '#platform/rate-limit.server.ts';
import { findOrder } from './find-order.server.ts';
import { reconcileOrderJob } from './jobs.ts';

/** Anybody may say that something happened to an order, so that they may not say it often. */
const limit = createRateLimit('ask-soon', { points: 6, seconds: 60 });

/**
 * Has the provider asked about an open order now, rather than when its time comes: somebody says that
 * a try to pay it failed. An order that there is not, or is paid, is left alone.
 */
export async function askSoon(orderId: string): Promise<void> {
  const order = await findOrder(orderId);
  if (!order || order.status === 'completed') return;
  if ((await limit.take(order.id)).allowed) void nudge(reconcileOrderJob, [{ orderId: order.id }]);
}
