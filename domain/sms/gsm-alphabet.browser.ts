/**
 * The GSM 7-bit default alphabet (3GPP TS 23.038, 6.2.1). The index of a character is its septet. 0x1B is the escape to the
 * extension table and not a character.
 */
export const gsmAlphabet =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001BÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

export const gsmEscape = 0x1b;

/** The extension table (3GPP TS 23.038, 6.2.1.1). Each character is encoded as the escape and the septet given here. */
export const gsmExtension: Readonly<Record<string, number>> = {
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

/** The highest UTF-16 code unit of the alphabet. */
const last = '€'.charCodeAt(0);

/** The number of septets of each character, by UTF-16 code unit; 0 if the alphabet does not have the character. */
const septets = new Uint8Array(last + 1);
for (const character of gsmAlphabet) septets[character.charCodeAt(0)] = 1;
for (const character of Object.keys(gsmExtension)) septets[character.charCodeAt(0)] = 2;
septets[gsmEscape] = 0;

/**
 * @returns the number of septets of the character at this position, 1 or 2; 0 if the alphabet does not have the character
 */
export const septetsAt = (text: string, at: number): number => septets[text.charCodeAt(at)] ?? 0;

/** Counts the septets of a text. @returns null if the alphabet does not have one of its characters */
export function countSeptets(text: string): number | null {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) {
    const count = septetsAt(text, at);
    if (count === 0) return null;
    sum += count;
  }
  return sum;
}
