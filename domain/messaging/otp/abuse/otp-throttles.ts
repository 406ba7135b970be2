import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import { logger } from '#platform/logger.ts';
import { createTtlCache } from '#platform/ttl-cache.ts';
import { type OtpThrottle, recoverySampleSize, throttleWindowSeconds } from '../contract.ts';
import { otpSettings } from '../settings.ts';
import {
  isVerificationRateBelow,
  observationWindow,
  type VerificationCounts,
} from './abuse-rules.ts';

/** A throttle must take effect in all processes within a second. The cache may use half of that time. */
const cacheOptions = { ttlMs: 500, max: 10_000 };

const statement = `
  SELECT coalesce(key_id, user_id) AS id FROM otp_throttles
  WHERE ended_at IS NULL AND (key_id = $2 OR user_id = $1 AND key_id IS NULL)`;

const throttled = createTtlCache(async (both) => {
  const rows = await query<{ id: string }>('otp-throttles-of-caller', statement, both.split(' '));
  return rows.map(({ id }) => id);
}, cacheOptions);

/**
 * Finds the active throttles of a caller; the result is cached for half a second. The result is empty while throttling is
 * disabled (`OTP_THROTTLE_BELOW_PERCENT` is 0).
 *
 * @returns the throttled ids: the API ID, the account's id, or both
 */
export const findActiveThrottles = async ({ userId, keyId }: { userId: string; keyId: string }) =>
  otpSettings.OTP_THROTTLE_BELOW_PERCENT > 0 ? throttled(`${userId} ${keyId}`) : [];

/**
 * Lifts a throttle on behalf of its owner. The same key or account is not throttled again for a day.
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

/** Lists the active throttles of a user's account and keys, oldest first. */
export const listOtpThrottles = (userId: string): Promise<OtpThrottle[]> =>
  prisma.otpThrottle.findMany({
    where: { userId, endedAt: null },
    select: { id: true, keyId: true, startedAt: true, sent: true, verified: true },
    orderBy: { id: 'asc' },
  });

type Row = {
  id: string;
  userId: string;
  keyId: string | null;
  startedAt: Date;
  minVerifiedPercent: number;
};

const activeThrottlesSql = `
  SELECT id, user_id AS "userId", key_id AS "keyId", started_at AS "startedAt",
    min_verified_percent AS "minVerifiedPercent"
  FROM otp_throttles WHERE ended_at IS NULL`;

const countsSince = `
  SELECT count(*) AS sent, count(*) FILTER (WHERE state = 'verified') AS verified
  FROM otps
  WHERE id >= $1 AND id < $2 AND user_id = $3 AND key_id = coalesce($4, key_id) AND NOT is_test
    AND livemode`;

const endThrottle =
  'UPDATE otp_throttles SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL RETURNING id';

/**
 * Lifts throttles. A throttle is lifted when enough of the OTPs since its start are verified, or when too few OTPs were
 * sent in an hour to judge. If throttling is disabled, all throttles are lifted.
 *
 * @returns how many throttles it lifted
 */
export async function liftRecoveredThrottles(): Promise<number> {
  const now = clock.now();
  let lifted = 0;
  for (const throttle of await query<Row>('otp-throttles-on', activeThrottlesSql, [])) {
    const { id, userId, keyId, startedAt } = throttle;
    const span = observationWindow(now, startedAt);
    const [since] = await query<VerificationCounts>('otp-counts-since', countsSince, [
      minIdAt('otp', span.from.getTime()),
      minIdAt('otp', span.to.getTime()),
      userId,
      keyId,
    ]);
    if (!since || !hasRecovered(throttle, since, now)) continue;
    const [ended] = await query('end-otp-throttle', endThrottle, [id, now]);
    if (!ended) continue;
    lifted += 1;
    logger.info({ userId, keyId, ...since }, 'OTP throttle ended');
  }
  return lifted;
}

function hasRecovered(
  { startedAt, minVerifiedPercent }: Row,
  since: VerificationCounts,
  now: Date,
): boolean {
  if (otpSettings.OTP_THROTTLE_BELOW_PERCENT === 0) return true;
  if (since.sent >= recoverySampleSize && !isVerificationRateBelow(since, minVerifiedPercent))
    return true;
  const lasted = now.getTime() - startedAt.getTime();
  return lasted >= throttleWindowSeconds * 1_000 && since.sent < otpSettings.OTP_THROTTLE_MIN_CODES;
}
