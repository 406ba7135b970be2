import { reconcileOrder as reconcile } from '#domain/billing/payments/reconcile-order.server.ts';
import type { JobResult } from '../create-job-worker.ts';

export async function reconcileOrder({ orderId }: { orderId: string }): Promise<JobResult> {
  await reconcile(orderId);
  return undefined;
}
