import { z } from 'zod';
import { defineJob } from '#platform/job-contract.ts';

/**
 * Sends one email. `mailId` and the queue's name are stored in Redis: jobs of the release before must remain readable.
 */
export const sendEmailJob = defineJob({
  queue: 'mail',
  name: 'send-email',
  payload: z.object({ mailId: z.string() }),
  jobId: ({ mailId }) => mailId,
});
