import type { Piece } from './contract.ts';

/** A word, for the index and for marks: whatever is between spaces and punctuation. */
export const word = /[^\n\r\p{Z}\p{P}]+/gu;

/** How much of a text is shown, and how much of that before the first word that was found, in characters. */
const shownLength = 180;
const lengthBefore = 50;

/**
 * Cuts a text into pieces, of which the words that were found are marked.
 *
 * @param words in small letters
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

/** The piece of a text around the first of the words, or its beginning, with dots where it was cut. */
export function toExcerpt(text: string, words: string[]): Piece[] {
  const first = [...text.matchAll(word)].find(([match]) => words.includes(match.toLowerCase()));
  const wanted = Math.max(0, (first?.index ?? 0) - lengthBefore);
  // Not in the middle of a word; one that is longer than all of the room is cut.
  const start = wanted === 0 ? 0 : Math.max(wanted, text.indexOf(' ', wanted) + 1);
  const rest = text.slice(start);
  const isCut = rest.length > shownLength;
  const lastSpace = rest.lastIndexOf(' ', shownLength);
  const shown = isCut ? rest.slice(0, lastSpace > 0 ? lastSpace : shownLength) : rest;
  return markWords(`${start > 0 ? '… ' : ''}${shown}${isCut ? ' …' : ''}`, words);
}
