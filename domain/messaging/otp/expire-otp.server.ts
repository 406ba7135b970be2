import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';

/**
 * Expires OTPs whose validity has ended, and erases their codes. Verified ones are not changed.
 *
 * @param otpId one OTP; by default all, as Redis may have lost their jobs
 * @returns how many expired
 */
export async function expireOtps(otpId?: string): Promise<number> {
  const { count } = await prisma.otp.updateMany({
    where: { ...(otpId && { id: otpId }), state: 'pending', expiresAt: { lte: clock.now() } },
    data: { state: 'expired', encryptedCode: null },
  });
  return count;
}
