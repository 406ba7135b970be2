import { z } from 'zod';
import { defineJob } from '#platform/job-contract.ts';

const payload = z.object({ erasureId: z.string() });

/** Erases a portion of a recipient's messages; it runs again until none is left. */
export const eraseRecipientJob = defineJob({
  queue: 'erasures',
  name: 'erase-recipient',
  payload,
  jobId: ({ erasureId }) => erasureId,
});
