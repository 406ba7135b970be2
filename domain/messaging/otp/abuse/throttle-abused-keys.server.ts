import { getAccountStats } from '#domain/messaging/stats/get-account-stats.server.ts';
import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';
import { clock } from '#platform/clock.ts';
import { prisma, query, transaction } from '#platform/db.server.ts';
import { env } from '#platform/env.ts';
import { minIdAt, newId } from '#platform/ids.server.ts';
import { logger } from '#platform/logger.ts';
import { throttlePauseHours } from '../contract.ts';
import { excludeUndeliverable } from './exclude-undeliverable.server.ts';
import { observationWindow } from './observation-window.ts';
import {
  isVerificationRateBelow,
  minVerifiedPercent,
  type VerificationCounts,
} from './verification-rate.ts';

/**
 * The API IDs of whose codes less than half were verified, which is the most that can be asked for, and which
 * have no brake and had none taken off by their owner a while ago. Ids are made of times, so they are the span;
 * what was sent before the last brake of a key ended was judged by that one.
 */
const suspectKeys = `
  SELECT user_id AS "userId", key_id AS "keyId", ARRAY[key_id] AS "keyIds", ended AS "brakeEnded",
    sent, verified
  FROM (
    SELECT user_id, key_id, ended, count(*) AS sent, count(*) FILTER (WHERE state = 'verified') AS verified
    FROM otps LEFT JOIN (
      SELECT key_id, max(ended_at) AS ended FROM otp_brakes GROUP BY key_id) AS brake USING (key_id)
    WHERE id >= $1 AND id < $2 AND (ended IS NULL OR created_at >= ended)
    GROUP BY user_id, key_id, ended) AS judged
  WHERE sent >= $3 AND verified * 100 < sent * greatest(50, $4::int) AND NOT EXISTS (
    SELECT FROM otp_brakes AS brake WHERE brake.key_id = judged.key_id
      AND (ended_at IS NULL OR by_owner AND ended_at > $5))`;

/**
 * The same of accounts, with the codes of all of their keys, also of those that are deleted: who spreads codes
 * over keys, or makes new ones, is seen. A key that has a brake of its own, or whose owner took it off a while
 * ago, is left out as long as it is there; so one product's page that is attacked slows down no other.
 */
const suspectAccounts = `
  SELECT user_id AS "userId", NULL AS "keyId", "keyIds", ended AS "brakeEnded", sent, verified FROM (
    SELECT otps.user_id, brake.ended, count(*) AS sent, count(*) FILTER (WHERE state = 'verified') AS verified,
      array_agg(DISTINCT otps.key_id) AS "keyIds"
    FROM otps
    LEFT JOIN (
      SELECT user_id, max(ended_at) AS ended FROM otp_brakes WHERE key_id IS NULL GROUP BY user_id
    ) AS brake ON brake.user_id = otps.user_id
    LEFT JOIN (
      SELECT key_id, max(ended_at) AS ended FROM otp_brakes GROUP BY key_id
    ) AS own ON own.key_id = otps.key_id
    WHERE otps.id >= $1 AND otps.id < $2
      AND (brake.ended IS NULL OR created_at >= brake.ended)
      AND (own.ended IS NULL OR created_at >= own.ended)
      AND NOT EXISTS (
        SELECT FROM otp_brakes JOIN credentials USING (key_id)
        WHERE otp_brakes.key_id = otps.key_id
          AND (ended_at IS NULL OR by_owner AND ended_at > $5))
    GROUP BY otps.user_id, brake.ended) AS judged
  WHERE sent >= $3 AND verified * 100 < sent * greatest(50, $4::int) AND NOT EXISTS (
    SELECT FROM otp_brakes AS brake WHERE brake.user_id = judged.user_id AND key_id IS NULL
      AND (ended_at IS NULL OR by_owner AND ended_at > $5))`;

/** Of any number who find the same, one puts the brake on; and tells, if it is the first in a while. */
const putOn = `
  INSERT INTO otp_brakes (id, user_id, key_id, began_at, sent, verified, least_percent)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT DO NOTHING
  RETURNING NOT EXISTS (
    SELECT FROM otp_brakes AS before
    WHERE before.user_id = $2 AND before.key_id IS NOT DISTINCT FROM $3 AND before.began_at > $8) AS tell`;

type Suspect = VerificationCounts & {
  userId: string;
  /** Null for all keys of the account together. */
  keyId: string | null;
  keyIds: string[];
  brakeEnded: Date | null;
};

/**
 * Puts a brake on API IDs, then on accounts, whose codes are sent in number and not typed in: so it looks where
 * somebody has codes sent for the sending's sake. The owner is told.
 *
 * @returns how many brakes
 */
export async function throttleAbusedKeys(): Promise<number> {
  if (env.OTP_BRAKE_BELOW_PERCENT === 0) return 0;
  const keys = await brakeSuspects('otp-suspect-keys', suspectKeys);
  return keys + (await brakeSuspects('otp-suspect-accounts', suspectAccounts));
}

async function brakeSuspects(name: string, statement: string): Promise<number> {
  const now = clock.now();
  const span = observationWindow(now);
  const found = await query<Suspect>(name, statement, [
    minIdAt('otp', span.from.getTime()),
    minIdAt('otp', span.to.getTime()),
    env.OTP_BRAKE_FROM,
    env.OTP_BRAKE_BELOW_PERCENT,
    aWhileBefore(now),
  ]);
  let braked = 0;
  for (const suspect of found) {
    const least = minVerifiedPercent({
      fewest: env.OTP_BRAKE_FROM,
      floorPercent: env.OTP_BRAKE_BELOW_PERCENT,
      usual: await usualOf(suspect.userId),
    });
    const isAbused = (seen: VerificationCounts) =>
      seen.sent >= env.OTP_BRAKE_FROM && isVerificationRateBelow(seen, least);
    const seen = await excludeUndeliverable(
      suspect,
      observationWindow(now, suspect.brakeEnded),
      isAbused,
    );
    if (isAbused(seen) && (await brake({ ...suspect, ...seen }, least, now))) braked += 1;
  }
  return braked;
}

const aWhileBefore = (now: Date) => new Date(now.getTime() - throttlePauseHours * 3_600_000);

/** What the account sent and had verified on the days before today. */
async function usualOf(userId: string): Promise<VerificationCounts> {
  const { days } = await getAccountStats(userId);
  const before = days.slice(0, -1);
  return {
    sent: before.reduce((sum, { otpSent }) => sum + otpSent, 0),
    verified: before.reduce((sum, { otpVerified }) => sum + otpVerified, 0),
  };
}

async function brake(seen: Suspect, least: number, now: Date): Promise<boolean> {
  const { userId, keyId, sent, verified } = seen;
  const { email } = await prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true },
  });
  const id = newId('brk', now.getTime());
  const isOn = await transaction(async (on) => {
    const values = [id, userId, keyId, now, sent, verified, least, aWhileBefore(now)];
    const [made] = await query<{ tell: boolean }>('put-otp-brake-on', putOn, values, on);
    if (made?.tell) await enqueueEmail('otp_braked', email, on, id);
    return made !== undefined;
  });
  if (isOn) logger.warn({ userId, keyId, sent, verified, least }, 'OTP throttle started');
  return isOn;
}
