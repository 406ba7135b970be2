import { z } from 'zod';
import type { JobContract } from '#platform/queue.server.ts';

/** `mailId` and the queue's name are stored in Redis: jobs of the release before must remain readable. */
type Payload = { mailId: string };

/** Sends one email. */
export const sendEmailJob: JobContract<Payload> = {
  queue: 'mail',
  name: 'send-email',
  payload: z.object({ mailId: z.string() }),
  jobId: ({ mailId }) => mailId,
};
