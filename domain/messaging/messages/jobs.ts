import { z } from 'zod';
import type { JobContract } from '#platform/queue.server.ts';

const payload = z.object({ userId: z.string() });

type DeliverPayload = z.infer<typeof payload>;

/**
 * Wakes a worker up: an account has messages to be delivered. There is one such job of an account at a time, and it
 * carries no message: those are in `message_queue`.
 */
export const deliverMessagesJob: JobContract<DeliverPayload> = {
  queue: 'messages',
  name: 'deliver-messages',
  payload,
  jobId: ({ userId }) => userId,
};

/** The same for one-time passwords. Their own queue keeps them from waiting behind messages. */
export const deliverOtpsJob: JobContract<DeliverPayload> = {
  ...deliverMessagesJob,
  queue: 'otp',
  name: 'deliver-otps',
};
