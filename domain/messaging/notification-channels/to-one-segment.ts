import { countSegments } from '#domain/sms/segments.browser.ts';

const maxLength = 160;

/**
 * Fits a text into one GSM-7 segment: other characters lose their accents or become question marks,
 * and a text that is too long is cut and ends with three dots.
 */
export function toOneSegment(text: string): string {
  const plain = [...text.replace(/\s+/g, ' ').replaceAll('₹', 'Rs ')].map(toGsm).join('');
  if (fits(plain)) return plain;
  for (let length = maxLength - 3; ; length--) {
    const cut = `${plain.slice(0, length).trimEnd()}...`;
    if (fits(cut)) return cut;
  }
}

const isGsm = (character: string) => countSegments(character).encoding === 'gsm7';

function toGsm(character: string): string {
  if (isGsm(character)) return character;
  const bare = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return bare !== '' && [...bare].every(isGsm) ? bare : '?';
}

const fits = (text: string) => text.length <= maxLength && countSegments(text).segments <= 1;
