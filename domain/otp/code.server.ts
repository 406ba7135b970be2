import { randomInt } from 'node:crypto';
import { keyedHash } from '#platform/crypto.server.ts';

/** A random code of so many digits, leading zeros included, from the system's generator. */
export function newCode(digits: number): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0');
}

/**
 * What is stored of a code. It is bound to its OTP and number, and keyed, because a plain hash of
 * a million possible codes is no secret.
 */
export function hashCode(otpId: string, recipient: string, code: string): Buffer {
  return keyedHash('otp', `${otpId}|${recipient}|${code}`);
}
