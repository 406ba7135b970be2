import { lastGraphemeBreak } from './grapheme-breaks.browser.ts';
import { countSeptets, septetsAt } from './gsm-alphabet.browser.ts';

export type MessageEncoding = 'gsm7' | 'ucs2';

export const maxSegments = 10;

/**
 * Septets of a single segment, and of each part of a long text: 140 octets hold 160 septets, or 153
 * next to the six octets of the concatenation header (3GPP TS 23.040, 9.2.3.24.1).
 */
const gsmSingle = 160;
const gsmPart = 153;

/** The same in UTF-16 code units: carriers treat UCS-2 as UTF-16 (3GPP TS 23.038, 6.2.3). */
const ucs2Single = 70;
const ucs2Part = 67;

/** Code units of the longest text that could fit into `maxSegments`, in any encoding. */
const maxTextLength = maxSegments * gsmPart;

/**
 * Counts the segments of a text, which are billed and sent. Gives the same result as
 * sms-segments-calculator, in linear time up to `maxTextLength`.
 *
 * @returns the encoding and the number of segments; Infinity for a text that is too long for
 *   `maxSegments`
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
  // If every character is one septet, every part is full.
  return septets === text.length ? Math.ceil(septets / gsmPart) : gsmEnds(text).length;
}

/** Splits a text into its segments, by the same rules as `countSegments`. */
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

/** The end positions of the parts of a long GSM-7 text. An escape and its septet stay together. */
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
 * The end positions of the parts of a long UCS-2 text. Grapheme clusters stay together where
 * possible.
 */
function ucs2Ends(text: string): number[] {
  return cutUcs2(text, lastGraphemeBreak) ?? cutUcs2(text, lastCodePointBreak) ?? [];
}

/**
 * Fills each part up to the last allowed break.
 *
 * @returns null if a part has no break, because a grapheme cluster may be longer than a segment
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

/** Keeps surrogate pairs together. */
function lastCodePointBreak(text: string, _from: number, to: number): number {
  return (text.codePointAt(to - 1) ?? 0) > 0xffff ? to - 1 : to;
}
