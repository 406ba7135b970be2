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
 * Like `deliverMessagesJob`, but for one-time passwords. A separate queue ensures that one-time passwords do not wait
 * behind messages.
 */
export const deliverOtpsJob = defineJob({
  ...deliverMessagesJob,
  queue: 'otp',
  name: 'deliver-otps',
});

/** Like `deliverMessagesJob`, but for messages and one-time passwords of test keys. */
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

const otp = z.object({ otpId: z.string() });

/** Expires one OTP. The job is delayed until the end of the code's validity. */
export const expireOtpJob = defineJob({
  queue: 'otp-expiry',
  name: 'expire-otp',
  payload: otp,
  jobId: ({ otpId }) => otpId,
});

const erasure = z.object({ erasureId: z.string() });

/** Erases a batch of a recipient's messages, and runs again until all are erased. */
export const eraseRecipientJob = defineJob({
  queue: 'erasures',
  name: 'erase-recipient',
  payload: erasure,
  jobId: ({ erasureId }) => erasureId,
});

const accountExport = z.object({ exportId: z.string() });

/** Writes the next batches of an export. */
export const runExportJob = defineJob({
  queue: 'exports',
  name: 'run-account-export',
  payload: accountExport,
  jobId: ({ exportId }) => exportId,
});
