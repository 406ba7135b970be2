import { lastGraphemeBreak } from './grapheme-breaks.ts';
import { countSeptets, septetsAt } from './gsm-alphabet.ts';

export type MessageEncoding = 'gsm7' | 'ucs2';

/** Longest message that is accepted, in segments. */
export const maxSegments = 10;

/**
 * Septets of one text alone, and of each part of a long one: 140 octets hold 160 septets, and 153
 * beside the six octets of the header that joins the parts (3GPP TS 23.040, 9.2.3.24.1).
 */
const gsmAlone = 160;
const gsmPart = 153;

/** The same in UTF-16 code units, which is what carriers take UCS-2 for (3GPP TS 23.038, 6.2.3). */
const ucs2Alone = 70;
const ucs2Part = 67;

/** Code units of the longest text that may fit into `maxSegments`, in any encoding. */
const maxTextLength = maxSegments * gsmPart;

/**
 * Counts the segments that a text takes, which is what is billed and what is sent: as
 * sms-segments-calculator counts, in time that grows with the text's length, up to `maxTextLength`.
 *
 * @returns the encoding and the number of segments; Infinity for a text that its length alone keeps
 *   from fitting into `maxSegments`
 */
export function countSegments(text: string): { encoding: MessageEncoding; segments: number } {
  if (text.length > maxTextLength) {
    return { encoding: 'gsm7', segments: Number.POSITIVE_INFINITY };
  }
  const septets = countSeptets(text);
  if (septets === null) return { encoding: 'ucs2', segments: countUcs2(text) };
  return { encoding: 'gsm7', segments: countGsm(text, septets) };
}

function countUcs2(text: string): number {
  if (text.length <= ucs2Alone) return 1;
  if (text.length > maxSegments * ucs2Part) return Number.POSITIVE_INFINITY;
  return ucs2Ends(text).length;
}

function countGsm(text: string, septets: number): number {
  if (septets <= gsmAlone) return 1;
  // Where each character is one septet, every part is full.
  return septets === text.length ? Math.ceil(septets / gsmPart) : gsmEnds(text).length;
}

/** Splits a text into its segments, in order, by the same rules as `countSegments`. */
export function splitIntoSegments(text: string): { encoding: MessageEncoding; parts: string[] } {
  const septets = countSeptets(text);
  const [encoding, size, alone] =
    septets === null
      ? (['ucs2', text.length, ucs2Alone] as const)
      : (['gsm7', septets, gsmAlone] as const);
  if (size <= alone) return { encoding, parts: [text] };
  const ends = encoding === 'ucs2' ? ucs2Ends(text) : gsmEnds(text);
  return { encoding, parts: ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end)) };
}

/** Where the parts of a long GSM-7 text end. The escape and its septet stay together. */
function gsmEnds(text: string): number[] {
  const ends: number[] = [];
  let filled = 0;
  for (let at = 0; at < text.length; at += 1) {
    const septets = septetsAt(text, at);
    if (filled + septets > gsmPart) {
      ends.push(at);
      filled = 0;
    }
    filled += septets;
  }
  return [...ends, text.length];
}

/** Where the parts of a long UCS-2 text end. What a reader sees as one character stays together. */
function ucs2Ends(text: string): number[] {
  return cutUcs2(text, lastGraphemeBreak) ?? cutUcs2(text, lastCodePointBreak) ?? [];
}

/**
 * Fills each part up to the last place where it may end.
 *
 * @returns null if there is none in some part: a character may be longer than any segment
 */
function cutUcs2(text: string, lastBreak: typeof lastGraphemeBreak): number[] | null {
  const ends: number[] = [];
  let from = 0;
  while (text.length - from > ucs2Part) {
    const end = lastBreak(text, from, from + ucs2Part);
    if (end === from) return null;
    ends.push(end);
    from = end;
  }
  return [...ends, text.length];
}

/** A surrogate pair stays together. */
function lastCodePointBreak(text: string, _from: number, to: number): number {
  return (text.codePointAt(to - 1) ?? 0) > 0xffff ? to - 1 : to;
}
