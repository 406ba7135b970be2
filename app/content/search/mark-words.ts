import type { Piece } from './contract.ts';

/** A word for the index and for highlighting: a run of characters without spaces and punctuation. */
export const word = /[^\n\r\p{Z}\p{P}]+/gu;

/** Length of an excerpt and of its part before the first match, in characters. */
const excerptLength = 180;
const lengthBefore = 50;

/**
 * Splits a text into pieces, and marks the matching words.
 *
 * @param words in lower case
 */
export function markWords(text: string, words: string[]): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(word)) {
    if (!words.includes(match.toLowerCase())) continue;
    if (index > end) pieces.push({ text: text.slice(end, index), marked: false });
    pieces.push({ text: match, marked: true });
    end = index + match.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), marked: false });
  return pieces;
}

/**
 * An excerpt around the first matching word, or the beginning of the text, with an ellipsis where it is cut.
 */
export function toExcerpt(text: string, words: string[]): Piece[] {
  const first = [...text.matchAll(word)].find(([match]) => words.includes(match.toLowerCase()));
  const wanted = Math.max(0, (first?.index ?? 0) - lengthBefore);
  // Starts at a word boundary; a word longer than the excerpt is cut.
  const start = wanted === 0 ? 0 : Math.max(wanted, text.indexOf(' ', wanted) + 1);
  const rest = text.slice(start);
  const isCut = rest.length > excerptLength;
  const lastSpace = rest.lastIndexOf(' ', excerptLength);
  const visible = isCut ? rest.slice(0, lastSpace > 0 ? lastSpace : excerptLength) : rest;
  return markWords(`${start > 0 ? '… ' : ''}${visible}${isCut ? ' …' : ''}`, words);
}
