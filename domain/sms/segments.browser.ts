import { lastGraphemeBreak } from './grapheme-breaks.browser.ts';
import { countSeptets, septetsAt } from './gsm-alphabet.browser.ts';

export type MessageEncoding = 'gsm7' | 'ucs2';

export const maxSegments = 10;

/**
 * The maximum number of septets of a single segment, and of each part of a longer text. A message has 140 octets, which
 * contain 160 septets, or 153 septets and the six octets of the concatenation header (3GPP TS 23.040, 9.2.3.24.1).
 */
const gsmSingle = 160;
const gsmPart = 153;

/** The same limits for UCS-2, in UTF-16 code units, because carriers treat UCS-2 as UTF-16 (3GPP TS 23.038, 6.2.3). */
const ucs2Single = 70;
const ucs2Part = 67;

/** The length of the longest text that can fit into `maxSegments` in any encoding, in UTF-16 code units. */
const maxTextLength = maxSegments * gsmPart;

/**
 * Counts the segments of a text that are billed and sent. The result is the same as that of sms-segments-calculator. The
 * time is linear, and constant for texts longer than `maxTextLength`.
 *
 * @returns the encoding and the number of segments, which is Infinity for a text that is too long for `maxSegments`
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
  if (text.length <= ucs2Single) return 1;
  if (text.length > maxSegments * ucs2Part) return Number.POSITIVE_INFINITY;
  return ucs2Ends(text).length;
}

function countGsm(text: string, septets: number): number {
  if (septets <= gsmSingle) return 1;
  // If every character has one septet, all parts except the last are full.
  return septets === text.length ? Math.ceil(septets / gsmPart) : gsmEnds(text).length;
}

/** Splits a text into segments by the same rules as `countSegments`. */
export function splitIntoSegments(text: string): { encoding: MessageEncoding; parts: string[] } {
  const septets = countSeptets(text);
  const [encoding, size, alone] =
    septets === null
      ? (['ucs2', text.length, ucs2Single] as const)
      : (['gsm7', septets, gsmSingle] as const);
  if (size <= alone) return { encoding, parts: [text] };
  const ends = encoding === 'ucs2' ? ucs2Ends(text) : gsmEnds(text);
  return { encoding, parts: ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end)) };
}

/** Returns the end positions of the parts of a long GSM-7 text. Does not separate an escape from its septet. */
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

/**
 * Returns the end positions of the parts of a long UCS-2 text. Does not split grapheme clusters, with one exception: if
 * any cluster is longer than a segment, the whole text is cut between code points instead.
 */
function ucs2Ends(text: string): number[] {
  return cutUcs2(text, lastGraphemeBreak) ?? cutUcs2(text, lastCodePointBreak) ?? [];
}

/**
 * Ends each part at the last allowed break.
 *
 * @returns null if a part has no allowed break, because a grapheme cluster is longer than a segment
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

/** Returns the last break that does not split a surrogate pair. */
function lastCodePointBreak(text: string, _from: number, to: number): number {
  return (text.codePointAt(to - 1) ?? 0) > 0xffff ? to - 1 : to;
}
