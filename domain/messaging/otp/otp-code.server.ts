import { randomInt } from 'node:crypto';
import { keyedHash, keyedHashes } from '#platform/crypto.server.ts';
import { encryptedColumn } from '#platform/encrypted-column.server.ts';

/** A random code of so many digits, leading zeros included, from the system's generator. */
export function generateOtpCode(digits: number): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0');
}

/**
 * What is stored of a code. It is bound to its OTP and number, and keyed, because a plain hash of
 * a million possible codes is no secret.
 */
export const hashOtpCode = (otpId: string, recipient: string, code: string) =>
  keyedHash('otp', partsOf(otpId, recipient, code));

/** What may be stored of a code: its hash under each key of `HASH_KEY`. */
export const hashesOfCode = (otpId: string, recipient: string, code: string) =>
  keyedHashes('otp', partsOf(otpId, recipient, code));

const partsOf = (otpId: string, recipient: string, code: string) => `${otpId}|${recipient}|${code}`;

/** Codes, until they are over, for sending them again. */
export const codeColumn = encryptedColumn({
  table: 'otps',
  column: 'encrypted_code',
  kind: 'otp-code',
});
