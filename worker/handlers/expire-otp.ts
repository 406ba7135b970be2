import { expireOtp as expire } from '#domain/messaging/otp/expire-otp.server.ts';
import type { JobResult } from '../run-jobs.ts';

/** Closes the OTP that a job names. */
export async function expireOtp({ otpId }: { otpId: string }): Promise<JobResult> {
  await expire(otpId);
  return undefined;
}
