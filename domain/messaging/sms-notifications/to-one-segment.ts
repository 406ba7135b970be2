import { countSegments } from '#domain/messaging/messages/segments.ts';

const most = 160;

/**
 * A text as one segment in the GSM alphabet: what that lacks is written without its accents, or as a question mark,
 * and what is too long ends with three dots.
 */
export function toOneSegment(text: string): string {
  const plain = [...text.replace(/\s+/g, ' ').replaceAll('₹', 'Rs ')].map(toGsm).join('');
  if (fits(plain)) return plain;
  for (let length = most - 3; ; length--) {
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

const fits = (text: string) => text.length <= most && countSegments(text).segments <= 1;
