/**
 * Whether PostgreSQL can store a text: no NUL, which its texts end at, and no half of a surrogate
 * pair, which has no UTF-8 form. It refuses the whole statement that carries such a text.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Control characters; they have no place in one line of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it looks for
const controls = /[\u0000-\u001f\u007f-\u009f]/g;

/**
 * A text from outside as one storable line: U+FFFD stands for what cannot be stored or shown.
 *
 * @param most characters that are kept; a surrogate pair is not cut in two
 */
export function toStorableLine(text: string, most: number): string {
  // Each pair is two code units, so twice as many hold all that may be kept.
  const line = text
    .slice(0, most * 2)
    .replace(controls, '\ufffd')
    .toWellFormed();
  return line.length <= most ? line : Array.from(line).slice(0, most).join('');
}

/**
 * Checks every text within a value, names of fields too.
 *
 * @throws UnstorableText if PostgreSQL cannot store one of them
 */
export function assertStorable(value: unknown): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) throw new UnstorableText();
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (value instanceof Date || ArrayBuffer.isView(value)) return;
  if (Array.isArray(value)) {
    for (const item of value) assertStorable(item);
    return;
  }
  for (const name in value) {
    if (!isStorable(name)) throw new UnstorableText();
    assertStorable((value as Record<string, unknown>)[name]);
  }
}

/** The text itself is not told: it may be anything. */
export class UnstorableText extends Error {
  constructor() {
    super('A text cannot be stored: it contains NUL or broken Unicode');
    this.name = 'UnstorableText';
  }
}
