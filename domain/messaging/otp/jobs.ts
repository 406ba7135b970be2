import { z } from 'zod';
import { defineJob } from '#platform/job-contract.ts';

const payload = z.object({ otpId: z.string() });

/** Expires one OTP; delayed by `codeTtlSeconds`. */
export const expireOtpJob = defineJob({
  queue: 'otp-expiry',
  name: 'expire-otp',
  payload,
  jobId: ({ otpId }) => otpId,
});
