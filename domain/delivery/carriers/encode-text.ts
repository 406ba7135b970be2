import { invariant } from '#domain/shared/errors.ts';

/** GSM 03.38 default alphabet by septet; 0x1B is the escape to the extension, never a character. */
const alphabet =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001BÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

const escapeSeptet = 0x1b;

/** The extension: written as the escape and one more septet. */
const extension = {
  '\f': 0x0a,
  '^': 0x14,
  '{': 0x28,
  '}': 0x29,
  '\\': 0x2f,
  '[': 0x3c,
  '~': 0x3d,
  ']': 0x3e,
  '|': 0x40,
  '€': 0x65,
};

const septets = new Map<string, number[]>([
  ...[...alphabet].map((character, at): [string, number[]] => [character, [at]]),
  ...Object.entries(extension).map(([c, septet]): [string, number[]] => [
    c,
    [escapeSeptet, septet],
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
