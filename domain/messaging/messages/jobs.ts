import { z } from 'zod';
import type { JobContract } from '#platform/queue.server.ts';

/** Jobs carry ids only: phone numbers, texts and OTPs must not be stored in Redis. */
const payload = z.object({ messageId: z.string() });

type DeliverPayload = z.infer<typeof payload>;

/** Delivers one message to a carrier. */
export const deliverMessageJob: JobContract<DeliverPayload> = {
  queue: 'messages',
  name: 'deliver-message',
  payload,
  jobId: ({ messageId }) => messageId,
};

/** Delivers a one-time password. Its own queue keeps it from waiting behind messages. */
export const deliverOtpJob: JobContract<DeliverPayload> = {
  ...deliverMessageJob,
  queue: 'otp',
  name: 'deliver-otp',
};
