import { z } from 'zod';
import { defineJob } from '#platform/job-contract.ts';

const payload = z.object({ userId: z.string() });

/**
 * Wakes a worker up: an account has messages to be delivered. An account has at most one such job at a time. The job
 * carries no message: those are in `message_queue`.
 */
export const deliverMessagesJob = defineJob({
  queue: 'messages',
  name: 'deliver-messages',
  payload,
  jobId: ({ userId }) => userId,
});

/** The same for one-time passwords. A separate queue keeps them from waiting for messages. */
export const deliverOtpsJob = defineJob({
  ...deliverMessagesJob,
  queue: 'otp',
  name: 'deliver-otps',
});

/** The same for messages and one-time passwords of test keys. */
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
