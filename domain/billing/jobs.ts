import { z } from 'zod';
import { defineJob } from '#platform/job-contract.ts';

/** Fetches the order's payments from Razorpay and settles or fails the order. */
export const reconcileOrderJob = defineJob({
  queue: 'payments',
  name: 'reconcile-order',
  payload: z.object({ orderId: z.string() }),
  jobId: ({ orderId }) => `reconcile-${orderId}`,
});
