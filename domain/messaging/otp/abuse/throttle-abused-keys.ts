import { periodOf } from '#domain/messaging/stats/contract.ts';
import { readStats } from '#domain/messaging/stats/read-stats.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { minIdAt, newId } from '#platform/ids.ts';
import { logger } from '#platform/logger.ts';
import { throttlePauseHours } from '../contract.ts';
import { maxTtlSeconds } from '../services/contract.ts';
import { otpSettings } from '../settings.ts';
import {
  isCarrierOutage,
  isVerificationRateBelow,
  minVerifiedPercent,
  observationWindow,
  type VerificationCounts,
} from './abuse-rules.ts';

declare module '#platform/ids.ts' {
  interface IdPrefixes {
    brk: 'otp_throttles';
  }
}

/**
 * Finds API IDs with a low verification rate: less than half of their codes were verified. Half is the highest rate that
 * `minVerifiedPercent` can require, unless the setting is higher. Ignores API IDs with an active throttle, or with a throttle
 * that the owner lifted recently. OTP ids begin with a time, so two ids limit the window. Codes that were sent before the key's
 * last throttle ended are not counted again. Codes of test numbers and test keys are excluded, because they were not sent.
 */
const suspectKeys = `
  SELECT user_id AS "userId", key_id AS "keyId", ARRAY[key_id] AS "keyIds", ended AS "throttleEnded",
    sent, verified
  FROM (
    SELECT user_id, key_id, ended, count(*) AS sent, count(*) FILTER (WHERE state = 'verified') AS verified
    FROM otps LEFT JOIN (
      SELECT key_id, max(ended_at) AS ended FROM otp_throttles GROUP BY key_id) AS throttle USING (key_id)
    WHERE id >= $1 AND id < $2 AND NOT is_test AND livemode AND (ended IS NULL OR created_at >= ended)
    GROUP BY user_id, key_id, ended) AS candidate
  WHERE sent >= $3 AND verified * 100 < sent * greatest(50, $4::int) AND NOT EXISTS (
    SELECT FROM otp_throttles AS throttle WHERE throttle.key_id = candidate.key_id
      AND (ended_at IS NULL OR lifted_by_owner AND ended_at > $5))`;

/**
 * Finds accounts with a low verification rate, as `suspectKeys` finds API IDs. Counts the codes of all keys of an
 * account, including deleted keys, to detect an attacker who spreads codes over many keys. Ignores existing keys with a
 * separate throttle that is active or that the owner lifted recently. So an attack on the sign-in page of one product
 * does not throttle the other products.
 */
const suspectAccounts = `
  SELECT user_id AS "userId", NULL AS "keyId", "keyIds", ended AS "throttleEnded", sent, verified FROM (
    SELECT otps.user_id, throttle.ended, count(*) AS sent, count(*) FILTER (WHERE state = 'verified') AS verified,
      array_agg(DISTINCT otps.key_id) AS "keyIds"
    FROM otps
    LEFT JOIN (
      SELECT user_id, max(ended_at) AS ended FROM otp_throttles WHERE key_id IS NULL GROUP BY user_id
    ) AS throttle ON throttle.user_id = otps.user_id
    LEFT JOIN (
      SELECT key_id, max(ended_at) AS ended FROM otp_throttles GROUP BY key_id
    ) AS own ON own.key_id = otps.key_id
    WHERE otps.id >= $1 AND otps.id < $2 AND NOT is_test AND livemode
      AND (throttle.ended IS NULL OR created_at >= throttle.ended)
      AND (own.ended IS NULL OR created_at >= own.ended)
      AND NOT EXISTS (
        SELECT FROM otp_throttles JOIN credentials USING (key_id)
        WHERE otp_throttles.key_id = otps.key_id
          AND (ended_at IS NULL OR lifted_by_owner AND ended_at > $5))
    GROUP BY otps.user_id, throttle.ended) AS candidate
  WHERE sent >= $3 AND verified * 100 < sent * greatest(50, $4::int) AND NOT EXISTS (
    SELECT FROM otp_throttles AS throttle WHERE throttle.user_id = candidate.user_id AND key_id IS NULL
      AND (ended_at IS NULL OR lifted_by_owner AND ended_at > $5))`;

/**
 * Two reconcilers may find the same suspect at the same time; only one of them inserts the throttle. `notify` is true for
 * the first throttle in 24 hours.
 */
const insert = `
  INSERT INTO otp_throttles (id, user_id, key_id, started_at, sent, verified, min_verified_percent)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT DO NOTHING
  RETURNING NOT EXISTS (
    SELECT FROM otp_throttles AS before
    WHERE before.user_id = $2 AND before.key_id IS NOT DISTINCT FROM $3 AND before.started_at > $8) AS notify`;

type Suspect = VerificationCounts & {
  userId: string;
  /** Null means all keys of the account together. */
  keyId: string | null;
  keyIds: string[];
  throttleEnded: Date | null;
};

/**
 * Throttles API IDs, and then accounts, that send many codes of which few are verified, because this suggests SMS pumping.
 * Notifies the owner by email.
 *
 * @returns how many throttles it started
 */
export async function throttleAbusedKeys(): Promise<number> {
  if (otpSettings.OTP_THROTTLE_BELOW_PERCENT === 0) return 0;
  const keys = await throttleSuspects('otp-suspect-keys', suspectKeys);
  return keys + (await throttleSuspects('otp-suspect-accounts', suspectAccounts));
}

type SuspectCounts = VerificationCounts & { userId: string; keyIds: string[] };

/**
 * Counts OTPs whose messages did not reach the phone. The messages of an OTP are found by recipient and expiry, because no two
 * OTPs have the same recipient and expiry. An OTP that was also emailed is excluded, because its code could be entered.
 */
const statement = `
  SELECT count(*) FILTER (WHERE NOT taken) AS untaken, count(*) FILTER (WHERE taken) AS undelivered
  FROM (
    SELECT bool_or(messages.state = 'undelivered') AS taken
    FROM messages
    JOIN otps USING (user_id, recipient, livemode)
    WHERE messages.user_id = $1 AND messages.key_id = ANY($2) AND messages.livemode AND messages.kind = 'otp'
      AND messages.id >= $3 AND messages.id < $4
      AND otps.expires_at = messages.valid_until AND otps.id >= $5 AND otps.id < $6
      AND NOT EXISTS (SELECT FROM otp_send_attempts WHERE otp_id = otps.id AND email_id IS NOT NULL)
    GROUP BY messages.recipient, messages.valid_until
    HAVING bool_and(messages.state NOT IN ('sent', 'delivered'))) AS unreached`;

/** How many OTPs users could not enter, because no message is known to have reached the phone. */
type UndeliverableOtps = {
  /** OTPs that no carrier is known to have accepted. */
  untaken: number;
  /** OTPs that a carrier accepted but could not deliver. */
  undelivered: number;
};

/**
 * Counts the OTPs of some API IDs that did not reach a phone. An OTP that was resent counts once.
 *
 * @param begun the time span in which the OTPs were created
 * @param maxLifeSeconds the maximum validity of an OTP in seconds; within this time the OTP can be resent
 */
async function countUndeliverableOtps(
  { userId, keyIds }: { userId: string; keyIds: string[] },
  begun: { from: Date; to: Date },
  maxLifeSeconds: number,
): Promise<UndeliverableOtps> {
  const [from, to] = [begun.from.getTime(), begun.to.getTime()];
  const [row] = await query<UndeliverableOtps>('count-undeliverable-otps', statement, [
    ...[userId, keyIds, minIdAt('msg', from), minIdAt('msg', to + maxLifeSeconds * 1_000)],
    ...[minIdAt('otp', from), minIdAt('otp', to)],
  ]);
  return row ?? { untaken: 0, undelivered: 0 };
}

const minuteMs = 60_000;

/** How many rows are read at most per minute of the time range, so that the cost does not grow with the traffic. */
const rowsPerMinute = 500;

const sampleOthersSql = `
  SELECT count(*) AS sent, count(*) FILTER (WHERE state = 'undelivered') AS undelivered
  FROM unnest($1::text[], $2::text[]) AS minute(first, last)
  CROSS JOIN LATERAL (
    SELECT kind, state FROM messages
    WHERE id >= minute.first AND id < minute.last AND id >= $5 AND id < $6 AND user_id <> $3 AND livemode
    ORDER BY id LIMIT $4) AS message
  WHERE kind = 'otp' AND state IN ('sent', 'delivered', 'undelivered')`;

/** How many OTP messages a carrier accepted, and how many of them were undelivered. */
type OtpDeliverySample = { sent: number; undelivered: number };

/** Samples OTP messages of all other accounts, from each minute of a time range. */
async function sampleOtherAccountsOtps(
  userId: string,
  { from, to }: { from: Date; to: Date },
): Promise<OtpDeliverySample> {
  const firsts: string[] = [];
  const lasts: string[] = [];
  for (let at = from.getTime(); at < to.getTime(); at += minuteMs) {
    firsts.push(minIdAt('msg', at));
    lasts.push(minIdAt('msg', Math.min(at + minuteMs, to.getTime())));
  }
  const values = [firsts, lasts, userId, rowsPerMinute, firsts[0], lasts.at(-1)];
  const [row] = await query<OtpDeliverySample>(
    'sample-other-accounts-otps',
    sampleOthersSql,
    values,
  );
  return row ?? { sent: 0, undelivered: 0 };
}

/**
 * Subtracts from the counts the OTPs that did not reach a phone because of a carrier: no carrier accepted them, or the carriers
 * fail to deliver OTPs of other accounts too. If only this account's OTPs are undeliverable, they count as sent.
 *
 * @param span the time span in which the OTPs were created
 * @param isAbused returns whether counts look like abuse. OTPs of other accounts are sampled only if they can change
 *   the result
 */
async function excludeUndeliverable(
  suspect: SuspectCounts,
  span: { from: Date; to: Date },
  isAbused: (seen: VerificationCounts) => boolean,
): Promise<VerificationCounts> {
  const { userId, verified } = suspect;
  const { untaken, undelivered } = await countUndeliverableOtps(suspect, span, maxTtlSeconds);
  // A verified OTP has certainly arrived, even if its messages have another state.
  const without = (count: number) => ({ sent: Math.max(verified, suspect.sent - count), verified });
  const accepted = without(untaken);
  if (undelivered === 0 || !isAbused(accepted)) return accepted;
  const others = await sampleOtherAccountsOtps(userId, span);
  const failing = isCarrierOutage(
    { sent: accepted.sent, undelivered },
    others,
    otpSettings.OTP_THROTTLE_MIN_CODES,
  );
  return failing ? without(untaken + undelivered) : accepted;
}

async function throttleSuspects(name: string, countUntakenSql: string): Promise<number> {
  const now = clock.now();
  const span = observationWindow(now);
  const found = await query<Suspect>(name, countUntakenSql, [
    minIdAt('otp', span.from.getTime()),
    minIdAt('otp', span.to.getTime()),
    otpSettings.OTP_THROTTLE_MIN_CODES,
    otpSettings.OTP_THROTTLE_BELOW_PERCENT,
    pauseBefore(now),
  ]);
  let throttled = 0;
  for (const suspect of found) {
    const minPercent = minVerifiedPercent({
      minSample: otpSettings.OTP_THROTTLE_MIN_CODES,
      floorPercent: otpSettings.OTP_THROTTLE_BELOW_PERCENT,
      usual: await getUsualCounts(suspect.userId),
    });
    const isAbused = (seen: VerificationCounts) =>
      seen.sent >= otpSettings.OTP_THROTTLE_MIN_CODES && isVerificationRateBelow(seen, minPercent);
    const seen = await excludeUndeliverable(
      suspect,
      observationWindow(now, suspect.throttleEnded),
      isAbused,
    );
    if (isAbused(seen) && (await throttle({ ...suspect, ...seen }, minPercent, now)))
      throttled += 1;
  }
  return throttled;
}

const pauseBefore = (now: Date) => new Date(now.getTime() - throttlePauseHours * 3_600_000);

/** Returns how many codes the account sent and verified in the 29 days before today. */
async function getUsualCounts(userId: string): Promise<VerificationCounts> {
  const { from, to, step } = periodOf('30d', clock.now());
  const today = new Date(to.getTime() - 24 * 3_600_000);
  const { total } = await readStats(userId, { from, to: today, step });
  return { sent: total.otpSent, verified: total.otpVerified };
}

async function throttle(seen: Suspect, minPercent: number, now: Date): Promise<boolean> {
  const { userId, keyId, sent, verified } = seen;
  const { email } = await prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true },
  });
  const id = newId('brk', now.getTime());
  const started = await transaction(async (tx) => {
    const values = [id, userId, keyId, now, sent, verified, minPercent, pauseBefore(now)];
    const [made] = await query<{ notify: boolean }>('insert-otp-throttle', insert, values, tx);
    if (made?.notify) await enqueueEmail('otp_throttled', email, tx, id);
    return made !== undefined;
  });
  if (started) logger.warn({ userId, keyId, sent, verified, minPercent }, 'OTP throttle started');
  return started;
}
