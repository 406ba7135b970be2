import { randomFillSync } from 'node:crypto';

/** What an id names: `msg_01K…` is a message. */
export type IdPrefix =
  | 'usr'
  | 'ses'
  | 'key'
  | 'pln'
  | 'sub'
  | 'use'
  | 'msg'
  | 'otp'
  | 'mail'
  | 'req';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const pool = Buffer.allocUnsafe(8192);
let drawn = pool.length;

/**
 * A new id: the prefix, then 48 bits of time in milliseconds and 80 random bits in Crockford's
 * base 32 (a ULID, https://github.com/ulid/spec), so that ids sort by the time they were made.
 *
 * @param prefix what the id names
 * @param at milliseconds since 1970; now unless told
 */
export function newId(prefix: IdPrefix, at = Date.now()): string {
  let time = '';
  for (let rest = at, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) {
    time = alphabet.charAt(rest % 32) + time;
  }
  return `${prefix}_${time}${randomText(16, alphabet)}`;
}

/** Random text of `length` characters from an alphabet of exactly 32 characters, 5 bits each. */
export function randomText(length: number, from: string): string {
  if (drawn + length > pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  let text = '';
  for (let i = 0; i < length; i++) text += from.charAt((pool[drawn++] as number) & 31);
  return text;
}
