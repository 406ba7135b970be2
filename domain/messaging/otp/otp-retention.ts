import { deleteEmails } from '#domain/notifications/email/reconcile-emails.ts';
import {
  type WokenRow,
  wakeWokenEndpoints,
  wokenEndpointsSql,
} from '#domain/webhooks/outbox/add-subject-events-sql.ts';
import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import type { OtpState } from '#prisma/generated/client.ts';
import { retentionDays } from './contract.ts';
import { addOtpEventsSql, lookBackSeconds } from './read-otps.ts';

/** Uses PostgreSQL's clock, because the clock of a worker may be wrong. */
const expire = `
  WITH expired AS (
    UPDATE otps SET state = 'expired', encrypted_code = NULL
    WHERE state = 'pending' AND expires_at <= now() AND id = coalesce($1, id)
    RETURNING id, user_id, key_id, livemode, expires_at AS at
  ),
  ${addOtpEventsSql('expired', `'expired'`)}
  SELECT id, ${wokenEndpointsSql} FROM expired`;

/**
 * Expires pending OTPs whose validity has ended, and erases their codes.
 *
 * @param otpId the only OTP to expire; by default all of them, because Redis may have lost their jobs
 * @returns how many OTPs it expired
 */
export async function expireOtps(otpId?: string): Promise<number> {
  const expired = await query<WokenRow>('expire-otps', expire, [otpId ?? null]);
  wakeWokenEndpoints(expired);
  return expired.length;
}

/** The maximum number of rows per run, so that a run does not delay other tasks. The next run continues. */
const maxRows = 10_000;

/** Ids begin with the time of creation, so an id limits the age. */
const statement = `
  DELETE FROM otps WHERE id IN (
    SELECT id FROM otps WHERE id < $1 AND state <> 'pending' ORDER BY id LIMIT ${maxRows})
  RETURNING id`;

/**
 * Deletes OTPs past their retention. No rule needs older OTPs: limits and attempts look back a day, throttles an hour, and
 * statistics are stored separately (`domain/messaging/stats`).
 *
 * @returns how many it deleted
 */
export async function purgeOtps(): Promise<number> {
  const before = clock.now().getTime() - retentionDays * 24 * 3_600_000;
  return (await query('purge-otps', statement, [minIdAt('otp', before)])).length;
}

/** Needs no row limit, because a closed account has few pending codes: a code is valid for at most an hour. */
const endOfClosed = `
  WITH ended AS (
    UPDATE otps SET state = 'expired', encrypted_code = NULL
    WHERE state = 'pending' AND user_id = ANY (ARRAY(
      SELECT user_id FROM account_deletions WHERE done_at IS NULL AND requested_at > now() - interval '1 day'))
    RETURNING id, user_id, key_id, livemode, now() AS at
  ),
  ${addOtpEventsSql('ended', `'expired'`)}
  SELECT id, ${wokenEndpointsSql} FROM ended`;

/**
 * Expires the pending codes of accounts whose deletion was requested. They can no longer be verified, so `startSendAttempt`
 * skips their waiting channels.
 *
 * @returns how many codes it expired
 */
export async function endOtpsOfClosedAccounts(): Promise<number> {
  const ended = await query<WokenRow>('end-otps-of-closed', endOfClosed, []);
  wakeWokenEndpoints(ended);
  return ended.length;
}

const endUnsent = `
  WITH ended AS (
    UPDATE otps SET state = 'expired', encrypted_code = NULL
    FROM json_to_recordset($1::json) AS unsent("userId" text, recipient text, livemode boolean)
    WHERE otps.user_id = unsent."userId" AND otps.recipient = unsent.recipient
      AND otps.livemode = unsent.livemode AND state = 'pending' AND cardinality(sent_at) = 1
    RETURNING id, user_id, key_id, otps.livemode, now() AS at
  ),
  ${addOtpEventsSql('ended', `'expired'`)}
  SELECT id, ${wokenEndpointsSql} FROM ended`;

/** Expires the pending codes of messages that were cancelled, unless an earlier message has sent the same code. */
export async function endUnsentOtps(
  messages: { userId: string; recipient: string; livemode: boolean }[],
): Promise<void> {
  if (messages.length === 0) return;
  wakeWokenEndpoints(
    await query<WokenRow>('end-unsent-otps', endUnsent, [JSON.stringify(messages)]),
  );
}

/** An OTP as part of what an account has stored about a number. It does not contain the code. */
export type StoredOtp = {
  id: string;
  state: OtpState;
  /** The times at which the code was sent, including resends. */
  sentAt: Date[];
  createdAt: Date;
  expiresAt: Date;
  /** The number of attempts, including the correct one. */
  attempts: number;
  /** The email addresses of its channels, even if no email was sent. */
  emails: string[];
};

/**
 * How many OTPs are read at most. Only a test number can have more: an account may send at most ten OTPs a day to any other
 * phone number, and OTPs are kept for 30 days.
 */
const maxOfRecipient = 10_000;

const listOfRecipient = `
  SELECT id, state, sent_at AS "sentAt", created_at AS "createdAt", expires_at AS "expiresAt", attempts,
    ARRAY(SELECT DISTINCT email FROM otp_send_attempts WHERE otp_id = otps.id AND email IS NOT NULL) AS emails
  FROM otps WHERE user_id = $1 AND recipient = $2 ORDER BY created_at DESC LIMIT $3`;

/** Lists the OTPs that an account has sent to a number (in E.164), newest first. */
export const listOtpsOf = (userId: string, recipient: string, limit = 1_000) =>
  query<StoredOtp>('list-otps-of', listOfRecipient, [userId, recipient, limit]);

/** Finds the OTPs to delete. Excludes OTPs of the last day, because they count towards the limits of the number. */
const findOfRecipient = `
  SELECT id, ARRAY(SELECT email_id FROM otp_send_attempts WHERE otp_id = otps.id AND email_id IS NOT NULL) AS "emailIds"
  FROM otps
  WHERE user_id = $1 AND recipient = $2 AND created_at <= $3 AND state <> 'pending'
    AND created_at < now() - interval '${lookBackSeconds} seconds' LIMIT ${maxOfRecipient}`;

const deleteOfRecipient = 'DELETE FROM otps WHERE id = ANY ($1) RETURNING id';

const countLeft = `
  SELECT count(*) AS left FROM (
    SELECT FROM otps WHERE user_id = $1 AND recipient = $2 AND created_at <= $3 LIMIT ${maxOfRecipient}) AS counted`;

/**
 * Deletes the OTPs that an account has sent to a number up to a given time, and their emails. OTPs that still count towards
 * the limits of the number are kept. Otherwise an account could bypass the limits with an erasure of the number.
 *
 * @returns how many OTPs it deleted, and how many remain, counted up to `maxRows`
 */
export async function deleteOtpsOf({
  userId,
  recipient,
  until,
}: {
  userId: string;
  recipient: string;
  until: Date;
}): Promise<{ deleted: number; left: number }> {
  const values = [userId, recipient, until];
  const old = await query<{ id: string; emailIds: string[] }>(
    'old-otps-of',
    findOfRecipient,
    values,
  );
  // Deletes emails first, because only the OTPs know the ids of their emails.
  await deleteEmails(old.flatMap(({ emailIds }) => emailIds));
  const deleted = await query('delete-otps-of', deleteOfRecipient, [old.map(({ id }) => id)]);
  const [row] = await query<{ left: number }>('otps-left-of', countLeft, values);
  return { deleted: deleted.length, left: row?.left ?? 0 };
}
