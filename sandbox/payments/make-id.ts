import { randomBytes } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * An id in Razorpay's format: 14 letters and digits.
 *
 * @param prefix such as `order_`
 */
export function makeId(prefix = ''): string {
  let id = prefix;
  for (const octet of randomBytes(14)) id += alphabet[octet % alphabet.length];
  return id;
}

/** The current time in seconds since 1970. */
export const nowInSeconds = () => Math.floor(Date.now() / 1000);
