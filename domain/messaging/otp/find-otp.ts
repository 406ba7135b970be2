import { type Caller, requireServiceAllowed } from '#domain/identity/api-keys/contract.browser.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import {
  type WokenRow,
  wakeWokenEndpoints,
  wokenEndpointsSql,
} from '#domain/webhooks/outbox/add-subject-events-sql.ts';
import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';
import { maxAttemptsPerHour } from './contract.ts';
import { listOtpCodeHashes } from './otp-code.ts';
import { addOtpEventsSql } from './read-otps.ts';

/** A one-time password and when it was sent, without its code and its channels. */
export type FoundOtp = {
  id: string;
  recipient: string;
  /** Null for a code without a service. */
  serviceId: string | null;
  /** `expired` as soon as the code is no longer valid. */
  state: 'pending' | 'verified' | 'expired' | 'exhausted';
  sentAt: Date[];
  createdAt: Date;
  expiresAt: Date;
};

type Wanted = { id: string } | { recipient: string; serviceId?: string | null };

const columns = `id, recipient, service_id AS "serviceId", sent_at AS "sentAt", created_at AS "createdAt",
    expires_at AS "expiresAt", CASE WHEN state = 'pending' AND expires_at <= $4 THEN 'expired' ELSE state::text END AS state`;

const byId = `SELECT ${columns} FROM otps WHERE user_id = $1 AND livemode = $2 AND id = $3`;

const byRecipient = `
  SELECT ${columns} FROM otps
  WHERE user_id = $1 AND livemode = $2 AND recipient = $3 AND ($5 OR service_id IS NOT DISTINCT FROM $6)
  ORDER BY created_at DESC LIMIT 1`;

/**
 * Finds a one-time password of the key's account and mode, by its id or as the newest for a number.
 *
 * @param wanted `serviceId` selects codes of one service, or codes without a service if null; by default all codes
 * @returns null if there is none
 */
export async function findOtp(
  { userId, livemode }: Pick<Caller, 'userId' | 'livemode'>,
  wanted: Wanted,
): Promise<FoundOtp | null> {
  const values = [userId, livemode];
  const now = clock.now();
  const [row] =
    'id' in wanted
      ? await query<FoundOtp>('find-otp', byId, [...values, wanted.id, now])
      : await query<FoundOtp>('find-newest-otp', byRecipient, [
          ...[...values, wanted.recipient, now],
          ...[wanted.serviceId === undefined, wanted.serviceId ?? null],
        ]);
  return row ?? null;
}

/**
 * Counts the attempt and compares the code in one statement. Every comparison counts, so that a caller cannot try all codes.
 */
const isUsedSql = `
  UPDATE otps SET attempts = attempts + 1
  WHERE id = $1 AND user_id = $2 AND livemode = $3 AND state = 'verified' AND expires_at > $4
    AND attempts < ${maxAttemptsPerHour * 2}
  RETURNING code_hash = ANY ($5::bytea[]) AS "isUsed"`;

/**
 * Whether a code is the one with which the OTP was verified, for callers that repeat a check whose response was lost.
 * Programs treat "already verified" as success, so the answer is yes only for this code, for at most ten attempts, and only
 * while the code would still be valid.
 */
export async function isUsedCode(
  { userId, livemode }: Pick<Caller, 'userId' | 'livemode'>,
  { id, recipient }: { id: string; recipient: string },
  code: string,
): Promise<boolean> {
  const hashes = listOtpCodeHashes(id, recipient, code);
  const values = [id, userId, livemode, clock.now(), hashes];
  const [row] = await query<{ isUsed: boolean }>('is-used-code', isUsedSql, values);
  return row?.isUsed ?? false;
}

const cancelSql = `
  WITH cancelled AS (
    UPDATE otps SET state = 'expired', encrypted_code = NULL
    WHERE id = $1 AND user_id = $2 AND state = 'pending' AND expires_at > $3
    RETURNING id, user_id, key_id, livemode, now() AS at
  ),
  ${addOtpEventsSql('cancelled', `'expired'`)}
  SELECT id, ${wokenEndpointsSql} FROM cancelled`;

/**
 * Expires a pending one-time password early. Its attempts and sends still count, so cancelling cannot bypass the hourly
 * limit of codes.
 *
 * @param id the id of an OTP, in the format of our ids
 * @throws DomainError `not_found` if the account has no such pending OTP, `otp_service_not_allowed`
 */
export async function cancelOtp(caller: Caller, id: string): Promise<void> {
  const otp = await findOtp(caller, { id });
  if (otp) requireServiceAllowed(caller, otp.serviceId);
  const rows = otp
    ? await query<WokenRow>('cancel-otp', cancelSql, [otp.id, caller.userId, clock.now()])
    : [];
  if (rows.length === 0) {
    throw new DomainError('not_found', { message: 'There is no pending OTP with this id.' });
  }
  wakeWokenEndpoints(rows);
}
