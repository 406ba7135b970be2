import { tally } from '#domain/figures/tally-sql.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { clock } from '#platform/clock.ts';
import { prisma, query } from '#platform/db.server.ts';
import { hashCode } from './code.server.ts';
import { maxAttempts, type VerifyOtpInput } from './contract.ts';
import { countCheck } from './measure-otp.server.ts';

/**
 * Counts the try and decides it, at once: parallel guesses cannot have more than five. Which of them
 * was right is tallied.
 */
const statement = `
  WITH checked AS (
    UPDATE otps SET
      attempts = attempts + 1,
      state = CASE
        WHEN code_hash = $2 THEN 'verified'
        WHEN attempts + 1 >= $3 THEN 'exhausted'
        ELSE 'pending' END::otp_state,
      code_sealed = CASE WHEN code_hash = $2 OR attempts + 1 >= $3 THEN NULL ELSE code_sealed END
    WHERE id = $1 AND state = 'pending' AND attempts < $3 AND expires_at > $4
    RETURNING user_id, created_at, state
  ),
  verified AS (SELECT user_id, created_at FROM checked WHERE state = 'verified'),
  ${tally('otp_verified', 'verified')}
  SELECT state FROM checked`;

/**
 * Checks a code, once.
 *
 * @returns the OTP's id and number
 * @throws DomainError `not_found` if none was sent to this number, `otp_incorrect`,
 *   `otp_expired`, `otp_used`, `otp_attempts_exceeded`
 */
export function verifyOtp(userId: string, input: VerifyOtpInput) {
  return countCheck(check(userId, input));
}

async function check(userId: string, { otpId, recipient, code }: VerifyOtpInput) {
  const target = await prisma.otp.findFirst({
    where: { userId, recipient, ...(otpId && { id: otpId }) },
    orderBy: { createdAt: 'desc' },
    select: { id: true },
  });
  if (!target) throw new DomainError('not_found', { message: 'No OTP was sent to this number.' });

  const [checked] = await query<{ state: string }>('verify-otp', statement, [
    target.id,
    hashCode(target.id, recipient, code),
    maxAttempts,
    clock.now(),
  ]);
  if (!checked) throw await whyNot(target.id);
  if (checked.state !== 'verified') throw new DomainError('otp_incorrect');
  return { otpId: target.id, phoneNumber: recipient, isVerified: true as const };
}

/** Why an OTP took no more tries. */
async function whyNot(id: string): Promise<DomainError> {
  const { state } = await prisma.otp.findUniqueOrThrow({ where: { id }, select: { state: true } });
  if (state === 'verified') return new DomainError('otp_used');
  if (state === 'exhausted') return new DomainError('otp_attempts_exceeded');
  return new DomainError('otp_expired');
}
