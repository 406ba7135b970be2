import { gsmAlphabet, gsmEscape, gsmExtension } from '#domain/messaging/messages/gsm-alphabet.ts';
import { invariant } from '#domain/shared/errors.ts';

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
