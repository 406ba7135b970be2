import { z } from 'zod';
import type { JobContract } from '#platform/queue.server.ts';

/** Asks the provider what became of an order. */
export const reconcileOrderJob: JobContract<{ orderId: string }> = {
  queue: 'payments',
  name: 'reconcile-order',
  payload: z.object({ orderId: z.string() }),
  jobId: ({ orderId }) => `reconcile-${orderId}`,
};
