import { randomInt } from 'node:crypto';
import { keyedHash, keyedHashes } from '#platform/crypto.server.ts';
import { encryptedColumn } from '#platform/encrypted-column.server.ts';

/** A random code with leading zeros, from the system's secure generator. */
export function generateOtpCode(digits: number): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0');
}

/**
 * The stored hash of a code. It is bound to its OTP and number, and keyed: a plain hash of a
 * million possible codes could be reversed.
 */
export const hashOtpCode = (otpId: string, recipient: string, code: string) =>
  keyedHash('otp', toHashInput(otpId, recipient, code));

/** The possible stored hashes of a code: one for each key of `HASH_KEY`. */
export const listOtpCodeHashes = (otpId: string, recipient: string, code: string) =>
  keyedHashes('otp', toHashInput(otpId, recipient, code));

const toHashInput = (otpId: string, recipient: string, code: string) =>
  `${otpId}|${recipient}|${code}`;

/** The encrypted codes of pending OTPs, for resending them. */
export const codeColumn = encryptedColumn({
  table: 'otps',
  column: 'encrypted_code',
  kind: 'otp-code',
});
