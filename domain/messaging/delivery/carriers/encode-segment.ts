import {
  gsmAlphabet,
  gsmEscape,
  gsmExtension,
} from '#domain/messaging/messages/gsm-alphabet.browser.ts';
import { invariant } from '#domain/shared/errors.browser.ts';

const septets = new Map<string, number[]>([
  ...[...gsmAlphabet].map((character, at): [string, number[]] => [character, [at]]),
  ...Object.entries(gsmExtension).map(([c, septet]): [string, number[]] => [
    c,
    [gsmEscape, septet],
  ]),
]);
septets.delete('\u001B');

/**
 * Encodes a segment for `short_message`.
 *
 * @param text the characters of the segment
 * @param dataCoding 0 for GSM-7, 8 for UCS-2; the segments of one message share it
 * @returns septets, one to an octet (most carriers want them unpacked), or big-endian UTF-16
 * @throws if `dataCoding` is 0 and GSM 03.38 lacks a character
 */
export function encodeText(text: string, dataCoding: 0 | 8): Buffer {
  if (dataCoding === 8) return Buffer.from(text, 'utf16le').swap16();
  const octets: number[] = [];
  for (const character of text) {
    const code = septets.get(character);
    invariant(code, 'a GSM-7 segment has GSM-7 characters only');
    octets.push(...code);
  }
  return Buffer.from(octets);
}

/**
 * The user data header of one segment of a long message (3GPP TS 23.040 §9.2.3.24.1, 8-bit
 * reference), with its length octet.
 *
 * @param reference 0–255, the same for all segments of the message
 * @param total 2–255 segments
 * @param position of this segment, from 1
 */
export function concatenationHeader(reference: number, total: number, position: number): Buffer {
  invariant(total <= 255 && position >= 1 && position <= total, 'a segment is one of at most 255');
  return Buffer.from([5, 0x00, 3, reference & 0xff, total, position]);
}
