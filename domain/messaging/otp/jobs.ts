import { z } from 'zod';
import type { JobContract } from '#platform/queue.server.ts';

const payload = z.object({ otpId: z.string() });

/** Expires one OTP; delayed by `codeTtlSeconds`. */
export const expireOtpJob: JobContract<z.infer<typeof payload>> = {
  queue: 'otp-expiry',
  name: 'expire-otp',
  payload,
  jobId: ({ otpId }) => otpId,
};
