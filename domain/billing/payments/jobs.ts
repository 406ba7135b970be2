import { z } from 'zod';
import type { JobContract } from '#platform/queue.server.ts';

/** Fetches the order's payments from Razorpay and settles or fails the order. */
export const reconcileOrderJob: JobContract<{ orderId: string }> = {
  queue: 'payments',
  name: 'reconcile-order',
  payload: z.object({ orderId: z.string() }),
  jobId: ({ orderId }) => `reconcile-${orderId}`,
};
