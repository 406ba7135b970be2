import { expireOtps as expire } from '#domain/messaging/otp/otp-retention.server.ts';
import type { JobResult } from '../create-job-worker.ts';

export async function expireOtp({ otpId }: { otpId: string }): Promise<JobResult> {
  await expire(otpId);
  return undefined;
}
