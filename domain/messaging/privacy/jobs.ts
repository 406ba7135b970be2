import { z } from 'zod';
import { defineJob } from '#platform/job-contract.ts';

const payload = z.object({ erasureId: z.string() });

/** Erases a batch of a recipient's messages, and runs again until all are erased. */
export const eraseRecipientJob = defineJob({
  queue: 'erasures',
  name: 'erase-recipient',
  payload,
  jobId: ({ erasureId }) => erasureId,
});
