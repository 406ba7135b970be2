import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { logger } from '#platform/logger.ts';
import type { OtpThrottle } from '../contract.ts';

/**
 * Takes a brake off because its owner says so. For a day none goes on for what it was on.
 *
 * @throws DomainError `not_found` if the user has no such brake on
 */
export async function liftOtpThrottle(userId: string, id: string): Promise<void> {
  const { count } = await prisma.otpBrake.updateMany({
    where: { id, userId, endedAt: null },
    data: { endedAt: clock.now(), byOwner: true },
  });
  if (count === 0) throw new DomainError('not_found');
  logger.info({ userId, brakeId: id }, 'OTP throttle lifted by owner');
}

/** The brakes that are on for keys of a user, the oldest first. */
export const listOtpThrottles = (userId: string): Promise<OtpThrottle[]> =>
  prisma.otpBrake.findMany({
    where: { userId, endedAt: null },
    select: { id: true, keyId: true, beganAt: true, sent: true, verified: true },
    orderBy: { id: 'asc' },
  });
