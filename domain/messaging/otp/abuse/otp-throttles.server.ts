import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { logger } from '#platform/logger.ts';
import type { OtpThrottle } from '../contract.ts';

/**
 * Lifts a throttle for its owner. It does not start again for a day.
 *
 * @throws DomainError `not_found` if the user has no such active throttle
 */
export async function liftOtpThrottle(userId: string, id: string): Promise<void> {
  const { count } = await prisma.otpThrottle.updateMany({
    where: { id, userId, endedAt: null },
    data: { endedAt: clock.now(), liftedByOwner: true },
  });
  if (count === 0) throw new DomainError('not_found');
  logger.info({ userId, throttleId: id }, 'OTP throttle lifted by owner');
}

/** The active throttles for keys of a user, the oldest first. */
export const listOtpThrottles = (userId: string): Promise<OtpThrottle[]> =>
  prisma.otpThrottle.findMany({
    where: { userId, endedAt: null },
    select: { id: true, keyId: true, startedAt: true, sent: true, verified: true },
    orderBy: { id: 'asc' },
  });
