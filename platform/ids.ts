import { randomFillSync, randomInt } from 'node:crypto';

/**
 * The prefixes of ids with their tables: `msg_01K…` is a row of messages. Each concept adds its prefixes, beside its
 * contract or the statement that inserts the row:
 *
 * declare module '#platform/ids.ts' { interface IdPrefixes { msg: 'messages'; } }
 *
 * TypeScript rejects a prefix that is declared for two tables.
 */
// biome-ignore lint/suspicious/noEmptyInterface: each concept adds to it
export interface IdPrefixes {}

export type IdPrefix = keyof IdPrefixes;

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** The last time that fits into 48 bits. */
const maxTime = 2 ** 48 - 1;
const pool = Buffer.allocUnsafe(8192);
let drawn = pool.length;

/** The sequence number is 20 bits: four characters. */
const sequenceSize = 2 ** 20;
let lastAt = Number.NaN;
let sequence = 0;

/**
 * Generates an id: the prefix, then in Crockford's base 32 48 bits of time in milliseconds, a sequence number of 20 bits and
 * 60 random bits (a ULID, https://github.com/ulid/spec, in its monotonic form). Ids of one process sort in the order of
 * their creation, even within a millisecond, so a batch is listed in the order in which it was sent. Ids of several
 * processes sort by the millisecond.
 *
 * @param at milliseconds since 1970; by default now
 */
export function newId(prefix: IdPrefix, at = Date.now()): string {
  // The first id of a millisecond draws from the lower half, which leaves room for 524,288 more.
  sequence = at === lastAt ? (sequence + 1) % sequenceSize : randomInt(sequenceSize / 2);
  lastAt = at;
  return minIdAt(prefix, at) + toBase32(sequence, 4) + randomText(12, alphabet);
}

/**
 * The smallest id of a moment: ids created then or later are not below it, all others are. So a
 * time range is an id range.
 *
 * @param at milliseconds since 1970; clamped to what an id can hold
 */
export function minIdAt(prefix: IdPrefix, at: number): string {
  return `${prefix}_${toBase32(Math.min(Math.max(at, 0), maxTime), 10)}`;
}

/** When an id was made, or the moment of `minIdAt`, in milliseconds since 1970; NaN for any other text. */
export function timeOfId(id: string): number {
  let time = 0;
  for (const character of id.slice(id.indexOf('_') + 1, id.indexOf('_') + 11)) {
    const digit = alphabet.indexOf(character);
    time = digit < 0 ? Number.NaN : time * 32 + digit;
  }
  return time;
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
