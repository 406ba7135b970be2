import { z } from 'zod';
import type { JobContract } from '#platform/queue.server.ts';

/** Jobs carry ids only: Redis is no place for numbers, texts and codes. */
const payload = z.object({ messageId: z.string() });

type DeliverPayload = z.infer<typeof payload>;

/** Hand one message to a carrier. */
export const deliverMessageJob: JobContract<DeliverPayload> = {
  queue: 'messages',
  name: 'deliver-message',
  payload,
  jobId: ({ messageId }) => messageId,
};

/** The same for a one-time password, which never waits behind messages. */
export const deliverOtpJob: JobContract<DeliverPayload> = {
  ...deliverMessageJob,
  queue: 'otp',
  name: 'deliver-otp',
};
