import { z } from 'zod';
import { defineJob } from '#platform/job-contract.ts';

/**
 * Sends one email. Do not rename `mailId` or the queue: Redis may still hold jobs that the previous release has stored under
 * these names.
 */
export const sendEmailJob = defineJob({
  queue: 'mail',
  name: 'send-email',
  payload: z.object({ mailId: z.string() }),
  jobId: ({ mailId }) => mailId,
});
