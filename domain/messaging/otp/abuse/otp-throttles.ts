import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import { createTtlCache } from '#platform/ttl-cache.ts';
import type { OtpThrottle } from '../contract.ts';
import { otpSettings } from '../settings.ts';

/**
 * Half of the second within which a throttle takes effect everywhere, like the callers themselves.
 */
const cacheOptions = { ttlMs: 500, max: 10_000 };

const statement = `
  SELECT coalesce(key_id, user_id) AS id FROM otp_throttles
  WHERE ended_at IS NULL AND (key_id = $2 OR user_id = $1 AND key_id IS NULL)`;

const throttled = createTtlCache(async (both) => {
  const rows = await query<{ id: string }>('otp-throttles-of-caller', statement, both.split(' '));
  return rows.map(({ id }) => id);
}, cacheOptions);

/**
 * Finds the active throttles of a caller; cached for half a second. None while throttling is turned off.
 *
 * @returns what is throttled: the API ID, the account's id, or both
 */
export const findActiveThrottles = async ({ userId, keyId }: { userId: string; keyId: string }) =>
  otpSettings.OTP_THROTTLE_BELOW_PERCENT > 0 ? throttled(`${userId} ${keyId}`) : [];

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
