/**
 * Whether PostgreSQL can store a text. It rejects the whole statement if a text contains NUL or a lone surrogate, which has
 * no form in UTF-8.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Matches control characters, which must not appear in a single line of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it looks for
const controls = /[\u0000-\u001f\u007f-\u009f]/g;

/**
 * Converts a text from another system to a single line that can be stored. U+FFFD replaces control characters and broken
 * Unicode.
 *
 * @param max length in characters; surrogate pairs are not split
 */
export function toStorableLine(text: string, max: number): string {
  // A surrogate pair has two code units, so `max * 2` code units contain at least `max` characters.
  const line = text
    .slice(0, max * 2)
    .replace(controls, '\ufffd')
    .toWellFormed();
  return line.length <= max ? line : Array.from(line).slice(0, max).join('');
}

/**
 * Makes a text from another system storable. Replaces NUL and broken Unicode by U+FFFD, and cuts the text without splitting
 * a character.
 *
 * @param maxBytes maximum length in UTF-8
 */
export function toStorableText(text: string, maxBytes: number): string {
  const start = text.slice(0, maxBytes).replaceAll('\0', '\ufffd').toWellFormed();
  const bytes = Buffer.from(start);
  if (bytes.length <= maxBytes) return start;
  let end = maxBytes;
  // A byte of the form 10xxxxxx is not the first byte of a character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString('utf8');
}

/**
 * Checks all texts in a value, including field names.
 *
 * @throws UnstorableText if PostgreSQL cannot store one of these texts
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

/** Thrown for a text that PostgreSQL cannot store. The message does not contain the text, because it may be confidential. */
export class UnstorableText extends Error {
  constructor() {
    super('A text cannot be stored: it contains NUL or broken Unicode');
    this.name = 'UnstorableText';
  }
}
