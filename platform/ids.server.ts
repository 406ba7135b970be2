import { randomFillSync } from 'node:crypto';

/** Prefixes by type of row: `msg_01K…` is a message. */
export type IdPrefix =
  | 'usr'
  | 'ses'
  | 'dev'
  | 'emc'
  | 'key'
  | 'pln'
  | 'sub'
  | 'use'
  | 'msg'
  | 'otp'
  | 'brk'
  | 'mail'
  | 'ntf'
  | 'chn'
  | 'ref'
  | 'ord'
  | 'rfd'
  | 'flt'
  | 'req';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** The last time that fits into 48 bits. */
const maxTime = 2 ** 48 - 1;
const pool = Buffer.allocUnsafe(8192);
let drawn = pool.length;

/**
 * Generates an id: the prefix, then 48 bits of time in milliseconds and 80 random bits in
 * Crockford's base 32 (a ULID, https://github.com/ulid/spec), so that ids sort by creation time.
 *
 * @param at milliseconds since 1970; by default now
 */
export function newId(prefix: IdPrefix, at = Date.now()): string {
  return minIdAt(prefix, at) + randomText(16, alphabet);
}

/**
 * The smallest id of a moment: ids created then or later are not below it, all others are. So a
 * time range is an id range.
 *
 * @param at milliseconds since 1970; clamped to what an id can hold
 */
export function minIdAt(prefix: IdPrefix, at: number): string {
  let time = '';
  for (let rest = Math.min(Math.max(at, 0), maxTime), i = 0; i < 10; i++) {
    time = alphabet.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  return `${prefix}_${time}`;
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
