import { z } from 'zod';
import type { JobContract } from '#platform/queue.server.ts';

type Payload = { mailId: string };

/** Sends one email. */
export const sendEmailJob: JobContract<Payload> = {
  queue: 'mail',
  name: 'send-mail',
  payload: z.object({ mailId: z.string() }),
  jobId: ({ mailId }) => mailId,
};
