import type { Caller } from '#domain/identity/api-keys/contract.ts';
import { addStatsSql } from '#domain/messaging/stats/add-stats-sql.ts';
import { DomainError, invariant } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { query, type SqlClient } from '#platform/db.server.ts';
import { newId } from '#platform/ids.server.ts';
import { codeTtlSeconds, type SendOtpInput } from './contract.ts';
import { codeColumn, generateOtpCode, hashOtpCode } from './otp-code.server.ts';
import { resendCooldownSeconds, secondsUntilAllowed } from './send-limits.ts';
import { secondsUntilTries } from './wrong-tries.ts';

/** A code to be sent now. */
export type PreparedOtp = {
  id: string;
  recipient: string;
  code: string;
  expiresAt: Date;
  /** Whether it was made now, or is sent again. */
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
 * The code to send to a number: the one that is alive, or a new one. Its row is written.
 *
 * @param on a transaction that holds the lock of this number
 * @throws DomainError `otp_resend_too_soon`, `otp_attempts_exceeded` or `rate_limited`, with the seconds to wait
 */
export async function findOrCreateOtp(
  caller: Caller,
  { recipient, otp_length }: SendOtpInput,
  on: SqlClient,
): Promise<PreparedOtp> {
  const now = clock.now();
  // Ten minutes more than a day: a code lives on after its first send.
  const since = new Date(now.getTime() - (24 * 3_600 + 600) * 1_000);
  const rows = await query<Row>('otps-of-number', select, [caller.userId, recipient, since], on);
  const alive = rows.find(({ state, expires_at }) => state === 'pending' && expires_at > now);

  // Another code could not be verified either, so it is not sent.
  const untilTries = secondsUntilTries(rows, now);
  if (untilTries > 0) {
    throw new DomainError('otp_attempts_exceeded', { retryAfterSeconds: untilTries });
  }
  const [newest] = alive?.sent_at.toSorted((a, b) => b.getTime() - a.getTime()) ?? [];
  if (alive && newest) {
    const age = (now.getTime() - newest.getTime()) / 1_000;
    const wait = Math.ceil(resendCooldownSeconds(alive.sent_at.length) - age);
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
  if (alive) return sendAgain(caller, alive, recipient, now, on);
  if (rows.some(({ state }) => state === 'pending')) await closeOld(caller, recipient, on);
  return begin(caller, recipient, otp_length, now, on);
}

async function sendAgain(
  { userId }: Caller,
  alive: Row,
  recipient: string,
  now: Date,
  on: SqlClient,
) {
  invariant(alive.encrypted_code, 'a pending OTP keeps its code');
  await query(
    'otp-sent-again',
    'UPDATE otps SET sent_at = sent_at || $2::timestamptz WHERE id = $1',
    [alive.id, now],
    on,
  );
  const { id, expires_at: expiresAt } = alive;
  const code = codeColumn.decrypt({ id, userId }, alive.encrypted_code);
  return { id, recipient, code, expiresAt, isNew: false };
}

/** Closes the code whose life is over but whose job has not run. */
async function closeOld(caller: Caller, recipient: string, on: SqlClient): Promise<void> {
  await query(
    'close-old-otp',
    `UPDATE otps SET state = 'expired', encrypted_code = NULL
     WHERE user_id = $1 AND recipient = $2 AND state = 'pending'`,
    [caller.userId, recipient],
    on,
  );
}

async function begin(
  caller: Caller,
  recipient: string,
  digits: number,
  now: Date,
  on: SqlClient,
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
    on,
  );
  return { id, recipient, code, expiresAt, isNew: true };
}
