import { clock } from '#platform/clock.ts';
import { query } from '#platform/db.server.ts';
import { env } from '#platform/env.ts';
import { minIdAt } from '#platform/ids.server.ts';
import { logger } from '#platform/logger.ts';
import { recoverySampleSize, throttleWindowSeconds } from '../contract.ts';
import { observationWindow } from './observation-window.ts';
import { isVerificationRateBelow, type VerificationCounts } from './verification-rate.ts';

type Row = {
  id: string;
  userId: string;
  keyId: string | null;
  beganAt: Date;
  leastPercent: number;
};

const brakesOn = `
  SELECT id, user_id AS "userId", key_id AS "keyId", began_at AS "beganAt", least_percent AS "leastPercent"
  FROM otp_brakes WHERE ended_at IS NULL`;

const conversion = `
  SELECT count(*) AS sent, count(*) FILTER (WHERE state = 'verified') AS verified
  FROM otps WHERE id >= $1 AND id < $2 AND user_id = $3 AND key_id = coalesce($4, key_id)`;

const takeOff =
  'UPDATE otp_brakes SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL RETURNING id';

/**
 * Takes brakes off: where enough of what was sent since is verified, or where an hour has brought too few
 * codes to say anything; all of them where the setting says that none may go on.
 *
 * @returns how many
 */
export async function liftRecoveredThrottles(): Promise<number> {
  const now = clock.now();
  let released = 0;
  for (const brake of await query<Row>('otp-brakes-on', brakesOn, [])) {
    const { id, userId, keyId, beganAt } = brake;
    const span = observationWindow(now, beganAt);
    const [since] = await query<VerificationCounts>('otp-conversion', conversion, [
      minIdAt('otp', span.from.getTime()),
      minIdAt('otp', span.to.getTime()),
      userId,
      keyId,
    ]);
    if (!since || !isOver(brake, since, now)) continue;
    const [off] = await query('take-otp-brake-off', takeOff, [id, now]);
    if (!off) continue;
    released += 1;
    logger.info({ userId, keyId, ...since }, 'OTP throttle ended');
  }
  return released;
}

function isOver({ beganAt, leastPercent }: Row, since: VerificationCounts, now: Date): boolean {
  if (env.OTP_BRAKE_BELOW_PERCENT === 0) return true;
  if (since.sent >= recoverySampleSize && !isVerificationRateBelow(since, leastPercent))
    return true;
  const lasted = now.getTime() - beganAt.getTime();
  return lasted >= throttleWindowSeconds * 1_000 && since.sent < env.OTP_BRAKE_FROM;
}
