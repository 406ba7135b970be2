import { query } from '#platform/db.server.ts';
import { env } from '#platform/env.ts';
import { createShortCache } from '#platform/short-cache.ts';

/** Half of the second within which a brake is felt everywhere, as with the callers themselves. */
const rememberedFor = { ttlMs: 500, max: 10_000 };

const isOn = createShortCache(async (keyId) => {
  const on = await query(
    'otp-brake-of-key',
    'SELECT FROM otp_brakes WHERE key_id = $1 AND ended_at IS NULL',
    [keyId],
  );
  return on.length > 0;
}, rememberedFor);

/** Whether a brake is on for an API ID, as known at most half a second ago. None is where none may go on. */
export const isBraked = async (keyId: string): Promise<boolean> =>
  env.OTP_BRAKE_BELOW_PERCENT > 0 && isOn(keyId);
