/**
 * Whether PostgreSQL can store a text: no NUL, and no lone surrogate, which has no UTF-8 form.
 * PostgreSQL rejects the whole statement otherwise.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Control characters, which must not appear in a single line of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it looks for
const controls = /[\u0000-\u001f\u007f-\u009f]/g;

/**
 * Makes foreign text a single storable line: U+FFFD replaces what cannot be stored or shown.
 *
 * @param max length in characters; surrogate pairs are not split
 */
export function toStorableLine(text: string, max: number): string {
  // A pair has two code units, so twice as many units contain all characters that may stay.
  const line = text
    .slice(0, max * 2)
    .replace(controls, '\ufffd')
    .toWellFormed();
  return line.length <= max ? line : Array.from(line).slice(0, max).join('');
}

/**
 * Makes foreign text storable: U+FFFD replaces NUL and broken Unicode, and no character is split.
 *
 * @param maxBytes length in UTF-8
 */
export function toStorableText(text: string, maxBytes: number): string {
  const start = text.slice(0, maxBytes).replaceAll('\0', '\ufffd').toWellFormed();
  const bytes = Buffer.from(start);
  if (bytes.length <= maxBytes) return start;
  let end = maxBytes;
  // A byte of the form 10xxxxxx continues a character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString('utf8');
}

/**
 * Checks every text within a value, including field names.
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

/** The message does not contain the text, which may be confidential. */
export class UnstorableText extends Error {
  constructor() {
    super('A text cannot be stored: it contains NUL or broken Unicode');
    this.name = 'UnstorableText';
  }
}
