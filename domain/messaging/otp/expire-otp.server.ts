import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';

/**
 * Closes OTPs whose life is over, and erases their codes. One that was used stays as it is.
 *
 * @param otpId which; all that nobody closed, because Redis lost their jobs, unless told
 * @returns how many were closed
 */
export async function expireOtps(otpId?: string): Promise<number> {
  const { count } = await prisma.otp.updateMany({
    where: { ...(otpId && { id: otpId }), state: 'pending', expiresAt: { lte: clock.now() } },
    data: { state: 'expired', encryptedCode: null },
  });
  return count;
}
