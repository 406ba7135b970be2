import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import { addStatsSql } from '#domain/messaging/stats/add-stats-sql.ts';
import { wokenEndpointsSql } from '#domain/notifications/webhooks/outbox/add-subject-events-sql.ts';
import {
  type WokenRow,
  wakeWokenEndpoints,
} from '#domain/notifications/webhooks/queue/wake-endpoints.ts';
import { query, type Transaction } from '#platform/db.ts';
import { maxAttemptsPerHour } from './contract.ts';
import { codeColumn, hashOtpCode } from './otp-code.ts';
import { addOtpEventsSql } from './otp-events-sql.ts';
import type { PreparedOtp } from './prepare-otp.ts';

/** An OTP whose message is accepted. */
type SentOtp = { caller: Pick<Caller, 'userId' | 'keyId' | 'livemode'>; otp: PreparedOtp };

/** A number has one pending OTP, so this comes before the new ones, in a statement of its own. */
const expire = `
  WITH expired AS (
    UPDATE otps SET state = 'expired', encrypted_code = NULL
    WHERE state = 'pending' AND id IN (SELECT id FROM otps WHERE id = ANY ($1) ORDER BY id FOR UPDATE)
    RETURNING id, user_id, key_id, livemode, expires_at AS at
  ),
  ${addOtpEventsSql('expired', `'expired'`)}
  SELECT id, ${wokenEndpointsSql} FROM expired`;

const write = `
  WITH sent AS (
    SELECT * FROM json_to_recordset($1::json) AS s(
      id text, user_id text, key_id text, recipient text, code_hash text, encrypted_code text,
      sent_at timestamptz, expires_at timestamptz, is_new boolean, service_id text, max_attempts smallint,
      code_length smallint, code_letters boolean, livemode boolean)
  ),
  resent AS (
    UPDATE otps SET sent_at = otps.sent_at || sent.sent_at
    FROM sent WHERE otps.id = sent.id AND NOT sent.is_new
    RETURNING otps.id, otps.user_id, otps.key_id, otps.livemode, sent.sent_at AS at
  ),
  made AS (
    INSERT INTO otps
      (id, user_id, key_id, recipient, code_hash, encrypted_code, sent_at, created_at, expires_at, service_id,
      max_attempts, code_length, code_letters, livemode)
    SELECT id, user_id, key_id, recipient, decode(code_hash, 'hex'), decode(encrypted_code, 'hex'),
      ARRAY[sent_at], sent_at, expires_at, service_id, max_attempts, code_length, code_letters, livemode
    FROM sent WHERE is_new
    RETURNING id, user_id, key_id, livemode, created_at
  ),
  ${addStatsSql('otp_sent', 'made')},
  being_sent AS (SELECT * FROM resent UNION ALL SELECT id, user_id, key_id, livemode, created_at FROM made),
  ${addOtpEventsSql('being_sent', `'sent'`)}
  SELECT ${wokenEndpointsSql} FROM being_sent`;

/** Writes new OTPs, and that pending ones were sent again. */
export async function writeOtps(list: SentOtp[], tx: Transaction): Promise<void> {
  if (list.length === 0) return;
  const overdue = list.flatMap(({ otp }) => otp.overdueId ?? []);
  const expired =
    overdue.length > 0 ? await query<WokenRow>('expire-overdue-otps', expire, [overdue], tx) : [];
  const sent = await query<WokenRow>('write-otps', write, [JSON.stringify(list.map(toRow))], tx);
  tx.afterCommit(() => wakeWokenEndpoints([...expired, ...sent]));
}

function toRow({ caller: { userId, keyId, livemode }, otp }: SentOtp) {
  const { id, recipient, code, sentAt, expiresAt, isNew, service } = otp;
  return {
    ...{ id, user_id: userId, key_id: keyId, livemode, recipient, is_new: isNew },
    ...{ sent_at: sentAt, expires_at: expiresAt },
    service_id: service?.id ?? null,
    code_length: service?.length ?? null,
    code_letters: service?.letters ?? null,
    max_attempts: service?.maxAttempts ?? maxAttemptsPerHour,
    code_hash: hashOtpCode(id, recipient, code).toString('hex'),
    encrypted_code: codeColumn.encrypt({ id, userId }, code).toString('hex'),
  };
}
