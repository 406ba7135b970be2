import type { Caller } from '#domain/identity/api-keys/contract.ts';
import { addStatsSql } from '#domain/messaging/stats/add-stats-sql.ts';
import { DomainError, invariant } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { query, type SqlClient } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { codeTtlSeconds, type SendOtpInput } from './contract.ts';
import { codeColumn, generateOtpCode, hashOtpCode } from './otp-code.server.ts';
import { resendCooldownSeconds, secondsUntilAllowed } from './send-limits.ts';
import { secondsUntilAttempts } from './wrong-attempts.ts';

/** An OTP to be sent now. */
export type PreparedOtp = {
  id: string;
  recipient: string;
  code: string;
  expiresAt: Date;
  /** False if it is resent. */
  isNew: boolean;
};

type Row = {
  id: string;
  state: string;
  encrypted_code: Buffer | null;
  attempts: number;
  sent_at: Date[];
  createdAt: Date;
  expires_at: Date;
};

const select = `
  SELECT id, state, encrypted_code, attempts, sent_at, created_at AS "createdAt", expires_at FROM otps
  WHERE user_id = $1 AND recipient = $2 AND (created_at > $3 OR state = 'pending')
  ORDER BY created_at DESC`;

const insert = `
  WITH made AS (
    INSERT INTO otps
      (id, user_id, key_id, recipient, code_hash, encrypted_code, sent_at, created_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, ARRAY[$7::timestamptz], $7, $8)
    RETURNING user_id, created_at
  ),
  ${addStatsSql('otp_sent', 'made')}
  SELECT FROM made`;

/**
 * Returns the OTP to send to a number: the pending one, or a new one. Its row is written.
 *
 * @param tx a transaction that holds the lock of this number
 * @throws DomainError `otp_resend_too_soon`, `otp_attempts_exceeded` or `rate_limited`, with the
 *   seconds to wait
 */
export async function findOrCreateOtp(
  caller: Caller,
  { recipient, otp_length }: SendOtpInput,
  tx: SqlClient,
): Promise<PreparedOtp> {
  const now = clock.now();
  // Ten minutes more than a day: an OTP can be resent some time after its first send.
  const since = new Date(now.getTime() - (24 * 3_600 + 600) * 1_000);
  const rows = await query<Row>('otps-of-number', select, [caller.userId, recipient, since], tx);
  const pending = rows.find(({ state, expires_at }) => state === 'pending' && expires_at > now);

  // A new OTP could not be verified either, so none is sent.
  const attemptsWaitSeconds = secondsUntilAttempts(rows, now);
  if (attemptsWaitSeconds > 0) {
    throw new DomainError('otp_attempts_exceeded', { retryAfterSeconds: attemptsWaitSeconds });
  }
  const [newest] = pending?.sent_at.toSorted((a, b) => b.getTime() - a.getTime()) ?? [];
  if (pending && newest) {
    const age = (now.getTime() - newest.getTime()) / 1_000;
    const wait = Math.ceil(resendCooldownSeconds(pending.sent_at.length) - age);
    if (wait > 0) throw new DomainError('otp_resend_too_soon', { retryAfterSeconds: wait });
  }
  const wait = secondsUntilAllowed(
    rows.flatMap((row) => row.sent_at),
    now,
  );
  if (wait > 0) {
    throw new DomainError('rate_limited', {
      message: 'Too many OTPs were sent to this number.',
      retryAfterSeconds: wait,
    });
  }
  if (pending) return resend(caller, pending, recipient, now, tx);
  if (rows.some(({ state }) => state === 'pending')) await expireOld(caller, recipient, tx);
  return createOtp(caller, recipient, otp_length, now, tx);
}

async function resend(
  { userId }: Caller,
  pending: Row,
  recipient: string,
  now: Date,
  tx: SqlClient,
) {
  invariant(pending.encrypted_code, 'a pending OTP has its code');
  await query(
    'otp-sent-again',
    'UPDATE otps SET sent_at = sent_at || $2::timestamptz WHERE id = $1',
    [pending.id, now],
    tx,
  );
  const { id, expires_at: expiresAt } = pending;
  const code = codeColumn.decrypt({ id, userId }, pending.encrypted_code);
  return { id, recipient, code, expiresAt, isNew: false };
}

/** Expires an OTP whose validity has ended but whose job has not run. */
async function expireOld(caller: Caller, recipient: string, tx: SqlClient): Promise<void> {
  await query(
    'close-old-otp',
    `UPDATE otps SET state = 'expired', encrypted_code = NULL
     WHERE user_id = $1 AND recipient = $2 AND state = 'pending'`,
    [caller.userId, recipient],
    tx,
  );
}

async function createOtp(
  caller: Caller,
  recipient: string,
  digits: number,
  now: Date,
  tx: SqlClient,
): Promise<PreparedOtp> {
  const id = newId('otp', now.getTime());
  const code = generateOtpCode(digits);
  const expiresAt = new Date(now.getTime() + codeTtlSeconds * 1_000);
  await query(
    'begin-otp',
    insert,
    [
      id,
      caller.userId,
      caller.keyId,
      recipient,
      hashOtpCode(id, recipient, code),
      codeColumn.encrypt({ id, userId: caller.userId }, code),
      now,
      expiresAt,
    ],
    tx,
  );
  return { id, recipient, code, expiresAt, isNew: true };
}
