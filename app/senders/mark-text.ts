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
