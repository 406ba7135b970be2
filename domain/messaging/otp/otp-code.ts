import { randomInt } from 'node:crypto';
import { keyedHash, keyedHashes } from '#platform/crypto.ts';
import { encryptedColumn } from '#platform/encrypted-column.ts';

/** The format of a code: its length, and whether it may have letters besides digits. */
export type CodeShape = { length: number; letters: boolean };

/** Without I, L, O, 0 and 1, which people confuse. */
const lettersAndDigits = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Generates a random code with the secure random generator of the system. */
export function generateOtpCode({ length, letters }: CodeShape): string {
  const alphabet = letters ? lettersAndDigits : '0123456789';
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Whether a code has a given format. */
export const isCodeOf = ({ length, letters }: CodeShape, code: string): boolean =>
  code.length === length && (letters ? /^[0-9A-Z]+$/ : /^\d+$/).test(code);

/**
 * Returns the hash of a code to store. The hash also covers the OTP's id and the number. It is a keyed hash, because a plain
 * hash could be reversed by trying all million codes.
 */
export const hashOtpCode = (otpId: string, recipient: string, code: string) =>
  keyedHash('otp', toHashInput(otpId, recipient, code));

/** Returns all hashes that may be stored for a code: one for each key of `HASH_KEY`. */
export const listOtpCodeHashes = (otpId: string, recipient: string, code: string) =>
  keyedHashes('otp', toHashInput(otpId, recipient, code));

const toHashInput = (otpId: string, recipient: string, code: string) =>
  `${otpId}|${recipient}|${code}`;

/** The column with the encrypted codes of pending OTPs, from which codes are resent. */
export const codeColumn = encryptedColumn({
  table: 'otps',
  column: 'encrypted_code',
  kind: 'otp-code',
});
