/** The Unicode names of characters that are invisible or easily mistaken for others. */
const unicodeNames: Readonly<Record<number, string>> = {
  9: 'CHARACTER TABULATION',
  10: 'LINE FEED',
  11: 'LINE TABULATION',
  12: 'FORM FEED',
  13: 'CARRIAGE RETURN',
  96: 'GRAVE ACCENT',
  133: 'NEXT LINE',
  160: 'NO-BREAK SPACE',
  173: 'SOFT HYPHEN',
  180: 'ACUTE ACCENT',
  847: 'COMBINING GRAPHEME JOINER',
  1564: 'ARABIC LETTER MARK',
  4447: 'HANGUL CHOSEONG FILLER',
  4448: 'HANGUL JUNGSEONG FILLER',
  5760: 'OGHAM SPACE MARK',
  6068: 'KHMER VOWEL INHERENT AQ',
  6069: 'KHMER VOWEL INHERENT AA',
  6158: 'MONGOLIAN VOWEL SEPARATOR',
  8194: 'EN SPACE',
  8195: 'EM SPACE',
  8199: 'FIGURE SPACE',
  8201: 'THIN SPACE',
  8202: 'HAIR SPACE',
  8203: 'ZERO WIDTH SPACE',
  8204: 'ZERO WIDTH NON-JOINER',
  8205: 'ZERO WIDTH JOINER',
  8206: 'LEFT-TO-RIGHT MARK',
  8207: 'RIGHT-TO-LEFT MARK',
  8208: 'HYPHEN',
  8209: 'NON-BREAKING HYPHEN',
  8211: 'EN DASH',
  8212: 'EM DASH',
  8216: 'LEFT SINGLE QUOTATION MARK',
  8217: 'RIGHT SINGLE QUOTATION MARK',
  8220: 'LEFT DOUBLE QUOTATION MARK',
  8221: 'RIGHT DOUBLE QUOTATION MARK',
  8226: 'BULLET',
  8230: 'HORIZONTAL ELLIPSIS',
  8232: 'LINE SEPARATOR',
  8233: 'PARAGRAPH SEPARATOR',
  8234: 'LEFT-TO-RIGHT EMBEDDING',
  8235: 'RIGHT-TO-LEFT EMBEDDING',
  8236: 'POP DIRECTIONAL FORMATTING',
  8237: 'LEFT-TO-RIGHT OVERRIDE',
  8238: 'RIGHT-TO-LEFT OVERRIDE',
  8239: 'NARROW NO-BREAK SPACE',
  8288: 'WORD JOINER',
  8289: 'FUNCTION APPLICATION',
  8290: 'INVISIBLE TIMES',
  8291: 'INVISIBLE SEPARATOR',
  8292: 'INVISIBLE PLUS',
  8294: 'LEFT-TO-RIGHT ISOLATE',
  8295: 'RIGHT-TO-LEFT ISOLATE',
  8296: 'FIRST STRONG ISOLATE',
  8297: 'POP DIRECTIONAL ISOLATE',
  8377: 'INDIAN RUPEE SIGN',
  10240: 'BRAILLE PATTERN BLANK',
  12288: 'IDEOGRAPHIC SPACE',
  12644: 'HANGUL FILLER',
  65279: 'ZERO WIDTH NO-BREAK SPACE',
  65440: 'HALFWIDTH HANGUL FILLER',
  65532: 'OBJECT REPLACEMENT CHARACTER',
  65533: 'REPLACEMENT CHARACTER',
  94180: 'KHITAN SMALL SCRIPT FILLER',
  119129: 'MUSICAL SYMBOL NULL NOTEHEAD',
};

/** The usual names of spaces and line breaks. */
const plainNames: Readonly<Record<number, string>> = {
  9: 'a tab',
  10: 'a newline',
  13: 'a carriage return',
  32: 'a space',
};

const nameInUnicode = (point: number): string | undefined => {
  if (point >= 0xfe00 && point <= 0xfe0f) return `VARIATION SELECTOR-${point - 0xfe00 + 1}`;
  if (point >= 0xe0100 && point <= 0xe01ef) return `VARIATION SELECTOR-${point - 0xe0100 + 17}`;
  return unicodeNames[point];
};

/**
 * Names a character by its number in Unicode, so that a person can search for it.
 *
 * @returns for example `U+200B ZERO WIDTH SPACE`, or only the number if this file does not contain the character's name
 */
export function codePointName(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const number = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  const name = nameInUnicode(point);
  return name === undefined ? number : `${number} ${name}`;
}

/**
 * Names a character for use in a sentence, for example `“a”`, `a space`, `“’” (U+2019 RIGHT SINGLE QUOTATION MARK)` or
 * `U+200B ZERO WIDTH SPACE`.
 */
export function nameCharacter(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const plain = plainNames[point];
  if (plain !== undefined) return plain;
  const name = codePointName(character);
  if (isInvisible(character) || /[\p{C}\p{Z}\p{M}]/u.test(character)) return name;
  return point < 0x80 && point !== 0x60 ? `“${character}”` : `“${character}” (${name})`;
}

/**
 * Matches ignorable characters, annotation marks, and blank characters that Unicode does not classify as spaces: a Braille
 * pattern, a musical note, fillers.
 */
const invisibleCharacter =
  /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffc\u2800\u{16fe4}\u{1d159}\u{13441}\u{13442}]/u;

/** Matches control characters except newline, carriage return and tab, which are allowed in texts. */
const control = /(?![\t\n\r])\p{Cc}/u;

/**
 * Whether a character has no width or glyph, such as joiners, direction marks, variation selectors and control characters.
 * In Indian scripts and emoji, joiners change how other characters look, so they must not be removed from texts silently.
 */
export const isInvisible = (character: string): boolean =>
  invisibleCharacter.test(character) || control.test(character);

/** Matches all characters for which `isInvisible` is true. */
export const invisibleCharacters = new RegExp(
  `${invisibleCharacter.source}|${control.source}`,
  'gu',
);

const unmeant = new RegExp(`\\p{Cf}|${invisibleCharacter.source}`, 'gu');

/**
 * Removes invisible characters from a number or code that a person has copied, for example from a chat. Control characters
 * are kept.
 */
export const withoutInvisible = (text: string): string => text.replaceAll(unmeant, '');

/**
 * Removes invisible characters and surrounding spaces from an id or header that a person has copied from a spreadsheet or
 * portal.
 */
export const toBareId = (text: string): string => withoutInvisible(text).trim();
