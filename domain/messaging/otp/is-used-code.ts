import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { query } from '#platform/db.ts';
import { maxAttemptsPerHour } from './contract.ts';
import { listOtpCodeHashes } from './otp-code.ts';

/**
 * Counts the attempt and compares the code in one statement. Every comparison counts, so that a caller cannot try all codes.
 */
const statement = `
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
  const [row] = await query<{ isUsed: boolean }>('is-used-code', statement, values);
  return row?.isUsed ?? false;
}
