import { type Caller, requireServiceAllowed } from '#domain/identity/api-keys/contract.browser.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import {
  type WokenRow,
  wakeWokenEndpoints,
  wokenEndpointsSql,
} from '#domain/webhooks/outbox/add-subject-events-sql.ts';
import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';
import { findOtp } from './find-otp.ts';
import { addOtpEventsSql } from './read-otps.ts';

const statement = `
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
    ? await query<WokenRow>('cancel-otp', statement, [otp.id, caller.userId, clock.now()])
    : [];
  if (rows.length === 0) {
    throw new DomainError('not_found', { message: 'There is no pending OTP with this id.' });
  }
  wakeWokenEndpoints(rows);
}
