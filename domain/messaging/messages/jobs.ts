import { z } from 'zod';
import { defineJob } from '#platform/job-contract.ts';

const payload = z.object({ userId: z.string() });

/**
 * Wakes a worker up: an account has messages to be delivered. There is one such job of an account at a time, and it
 * carries no message: those are in `message_queue`.
 */
export const deliverMessagesJob = defineJob({
  queue: 'messages',
  name: 'deliver-messages',
  payload,
  jobId: ({ userId }) => userId,
});

/** The same for one-time passwords. Their own queue keeps them from waiting behind messages. */
export const deliverOtpsJob = defineJob({
  ...deliverMessagesJob,
  queue: 'otp',
  name: 'deliver-otps',
});

/** The same for what test keys send, of both kinds. */
export const deliverTestMessagesJob = defineJob({
  ...deliverMessagesJob,
  queue: 'test',
  name: 'deliver-test-messages',
});

/** The job that wakes the workers of a lane up. */
export const wakeUpJob = {
  otp: deliverOtpsJob,
  messages: deliverMessagesJob,
  test: deliverTestMessagesJob,
};
