import { z } from 'zod';
import { defineJob } from '#platform/job-contract.ts';

const payload = z.object({ otpId: z.string() });

/** Expires one OTP. The job is delayed until the end of the code's validity. */
export const expireOtpJob = defineJob({
  queue: 'otp-expiry',
  name: 'expire-otp',
  payload,
  jobId: ({ otpId }) => otpId,
});
