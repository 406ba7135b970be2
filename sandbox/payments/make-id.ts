import { randomBytes } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id as Razorpay makes them: 14 letters and digits. @param prefix `order_`, say */
export function makeId(prefix = ''): string {
  let id = prefix;
  for (const octet of randomBytes(14)) id += alphabet[octet % alphabet.length];
  return id;
}

/** Now, as entities have it. */
export const nowInSeconds = () => Math.floor(Date.now() / 1000);
