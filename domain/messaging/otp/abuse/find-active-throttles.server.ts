import { query } from '#platform/db.server.ts';
import { env } from '#platform/env.ts';
import { createTtlCache } from '#platform/ttl-cache.ts';

/** Half of the second within which a brake is felt everywhere, as with the callers themselves. */
const rememberedFor = { ttlMs: 500, max: 10_000 };

const statement = `
  SELECT coalesce(key_id, user_id) AS id FROM otp_brakes
  WHERE ended_at IS NULL AND (key_id = $2 OR user_id = $1 AND key_id IS NULL)`;

const braked = createTtlCache(async (both) => {
  const on = await query<{ id: string }>('otp-brakes-of-caller', statement, both.split(' '));
  return on.map(({ id }) => id);
}, rememberedFor);

/**
 * The brakes that are on for a caller, as known at most half a second ago; none where none may go on.
 *
 * @returns what they are on for: the API ID, the account's id, or both
 */
export const findActiveThrottles = async ({ userId, keyId }: { userId: string; keyId: string }) =>
  env.OTP_BRAKE_BELOW_PERCENT > 0 ? braked(`${userId} ${keyId}`) : [];
