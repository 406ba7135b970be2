/** A part of a text, and what is to be shown of it. */
export type TextRun = {
  text: string;
  /** The number of the slot whose value it is, from 1. */
  slot?: number;
  /** It is the character where a finding is. */
  isFound?: true;
};

type Marks = {
  /** Where the values of slots are, in code points. */
  values: readonly { from: number; to: number }[];
  /** Where a finding is, in code points; the text's length for its end. */
  position: number | undefined;
};

/** Divides a text at its values and at the place of a finding. Positions count code points, as `checkDlt` does. */
export function markText(text: string, { values, position }: Marks): TextRun[] {
  const runs: TextRun[] = [];
  let before: string | undefined;
  const characters = [...text];
  for (const [at, character] of characters.entries()) {
    const inside = values.findIndex(({ from, to }) => at >= from && at < to);
    const marks = {
      ...(inside >= 0 && { slot: inside + 1 }),
      ...(at === position && { isFound: true as const }),
    };
    const kind = JSON.stringify(marks);
    const last = runs.at(-1);
    if (last && kind === before) last.text += character;
    else runs.push({ text: character, ...marks });
    before = kind;
  }
  if (position !== undefined && position >= characters.length) {
    runs.push({ text: '', isFound: true });
  }
  return runs;
}

const names: Readonly<Record<string, string>> = {
  ' ': 'a space',
  '\n': 'a newline',
  '\r': 'a carriage return',
  '\t': 'a tab',
  '\u00a0': 'a no-break space',
  '\u200b': 'a zero-width space',
  '\u200c': 'a zero-width non-joiner',
  '\u200d': 'a zero-width joiner',
  '\u2060': 'a word joiner',
  '\ufeff': 'a byte order mark',
};

/** A character in words: one that cannot be seen, or is easily taken for another, with its number in Unicode. */
export function nameCharacter(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const number = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  const name = names[character];
  if (name !== undefined) return point < 0x80 ? name : `${name} (${number})`;
  if (/[\p{C}\p{Z}\p{M}]/u.test(character)) return number;
  return point < 0x80 ? `“${character}”` : `“${character}” (${number})`;
}
