import { randomInt } from 'node:crypto';
import { keyedHash, keyedHashes } from '#platform/crypto.ts';
import { encryptedColumn } from '#platform/encrypted-column.ts';

/** The format of codes: their length, and whether they have letters besides digits. */
export type CodeShape = { length: number; letters: boolean };

/** Without I, L, O, 0 and 1, which people confuse. */
const lettersAndDigits = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** A random code, from the system's secure generator. */
export function generateOtpCode({ length, letters }: CodeShape): string {
  const alphabet = letters ? lettersAndDigits : '0123456789';
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Whether a code has a given format. */
export const isCodeOf = ({ length, letters }: CodeShape, code: string): boolean =>
  code.length === length && (letters ? /^[0-9A-Z]+$/ : /^\d+$/).test(code);

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
