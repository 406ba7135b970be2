import { randomFillSync, randomInt } from 'node:crypto';

/**
 * The prefix of ids, by table: `msg_01K…` is the id of a row in `messages`. Each module adds its prefixes next to its
 * contract or to the statement that inserts the row:
 *
 * declare module '#platform/ids.ts' { interface IdPrefixes { msg: 'messages'; } }
 *
 * TypeScript rejects a prefix that is declared for two tables.
 */
// biome-ignore lint/suspicious/noEmptyInterface: other modules add to it
export interface IdPrefixes {}

export type IdPrefix = keyof IdPrefixes;

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** The latest time that fits into 48 bits. */
const maxTime = 2 ** 48 - 1;
const pool = Buffer.allocUnsafe(8192);
let drawn = pool.length;

/** The sequence number has 20 bits, which are four characters. */
const sequenceSize = 2 ** 20;
let lastAt = Number.NaN;
let sequence = 0;

/**
 * Generates an id: a prefix, and then in Crockford's base 32 a time in milliseconds (48 bits), a sequence number (20 bits)
 * and 60 random bits. This is a monotonic ULID (https://github.com/ulid/spec). Ids of one process sort in the order of their
 * creation, even within a millisecond, so that the messages of a batch are listed in the order in which they were sent. Ids
 * of several processes sort by the millisecond.
 *
 * @param at milliseconds since 1970; by default now
 */
export function newId(prefix: IdPrefix, at = Date.now()): string {
  // The sequence number of the first id of a millisecond is random, but in the lower half, which leaves room for 524,288 more
  // ids.
  sequence = at === lastAt ? (sequence + 1) % sequenceSize : randomInt(sequenceSize / 2);
  lastAt = at;
  return minIdAt(prefix, at) + toBase32(sequence, 4) + randomText(12, alphabet);
}

/**
 * Returns the smallest id for a time: ids created then or later are at least as large, and earlier ids are smaller. So a
 * time range is an id range.
 *
 * @param at milliseconds since 1970; limited to the times that an id can express
 */
export function minIdAt(prefix: IdPrefix, at: number): string {
  return `${prefix}_${toBase32(Math.min(Math.max(at, 0), maxTime), 10)}`;
}

/**
 * Returns when an id was created, or the time that was given to `minIdAt`, in milliseconds since 1970; NaN for any other text.
 */
export function timeOfId(id: string): number {
  let time = 0;
  for (const character of id.slice(id.indexOf('_') + 1, id.indexOf('_') + 11)) {
    const digit = alphabet.indexOf(character);
    time = digit < 0 ? Number.NaN : time * 32 + digit;
  }
  return time;
}

/** Returns a number from 0 to below 1 that the last 30 random bits of an id determine. The numbers of ids are evenly distributed. */
export function shareOfId(id: string): number {
  let bits = 0;
  for (const character of id.slice(-6)) bits = bits * 32 + alphabet.indexOf(character);
  return bits / 2 ** 30;
}

function toBase32(number: number, length: number): string {
  let text = '';
  for (let rest = number; text.length < length; rest = Math.floor(rest / 32)) {
    text = alphabet.charAt(rest % 32) + text;
  }
  return text;
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

/**
 * Returns the 128 bits after an id's prefix as 32 hexadecimal digits, the format of ids on other platforms.
 *
 * @param id from `newId`
 */
export function toHex(id: string): string {
  let bits = 0n;
  for (const character of id.slice(id.indexOf('_') + 1)) {
    bits = bits * 32n + BigInt(alphabet.indexOf(character));
  }
  return bits.toString(16).padStart(32, '0');
}

/** Reverses `toHex`. Accepts digits in upper or lower case. */
export function fromHex(prefix: IdPrefix, hex: string): string {
  let bits = BigInt(`0x${hex}`);
  let text = '';
  for (; text.length < 26; bits /= 32n) text = alphabet.charAt(Number(bits % 32n)) + text;
  return `${prefix}_${text}`;
}
