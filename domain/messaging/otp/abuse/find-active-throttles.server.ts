import { query } from '#platform/db.server.ts';
import { createTtlCache } from '#platform/ttl-cache.ts';
import { otpSettings } from '../settings.server.ts';

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
