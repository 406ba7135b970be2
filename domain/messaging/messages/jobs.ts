import { z } from 'zod';
import { defineJob } from '#platform/job-contract.ts';

const payload = z.object({ userId: z.string() });

/**
 * Wakes up a worker, because an account has messages to submit. An account has at most one such job at a time. The job
 * contains no message; the messages are in `message_queue`.
 */
export const deliverMessagesJob = defineJob({
  queue: 'messages',
  name: 'deliver-messages',
  payload,
  jobId: ({ userId }) => userId,
});

/**
 * The same job for one-time passwords. A separate queue ensures that one-time passwords do not wait behind messages.
 */
export const deliverOtpsJob = defineJob({
  ...deliverMessagesJob,
  queue: 'otp',
  name: 'deliver-otps',
});

/** The same job for messages and one-time passwords of test keys. */
export const deliverTestMessagesJob = defineJob({
  ...deliverMessagesJob,
  queue: 'test',
  name: 'deliver-test-messages',
});

/** The job that wakes up a worker for each lane. */
export const wakeUpJob = {
  otp: deliverOtpsJob,
  messages: deliverMessagesJob,
  test: deliverTestMessagesJob,
};
