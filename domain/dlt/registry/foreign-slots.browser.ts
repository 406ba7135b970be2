import { codePointName, nameCharacter } from '#domain/shared/characters.browser.ts';

/** A part of the fixed text of a body. The author of the body probably did not mean it as fixed text. */
export type Oddity = {
  /** A sentence with the part, its position, and what to write instead. */
  sentence: string;
  /**
   * True if the part cannot be fixed text on DLT, or certainly means something else. In this case the body is rejected;
   * otherwise the user gets a warning.
   */
  isCertain: boolean;
};

/** Typical names of variables in other systems. More letters or digits may follow, as in `VAR1` and `otpCode`. */
const slotWord =
  '(?:var|num|alp|url|otp|code|pin|name|user|cust|client|amount|amt|date|time|link|mobile|phone|email|order|txn|token|value|field|text|param|id|first|last|x)[a-z0-9_.]{0,30}';

/** Whether the text consists of X, which masks a value in fixed text, as in `A/c XX1234`. */
const isMasked = (found: string) => /^\W*x+\W*$/i.test(found);

type Form = { pattern: RegExp; isCertain: boolean };

/**
 * The slot syntaxes of other systems. Syntaxes that never occur in ordinary text are certain: braces, doubled signs, and a
 * known word between two signs. `[name]` and `*otp*` may be ordinary text.
 */
const forms: Form[] = [
  // `${otp}`, `{{name}}`, `{{#var#}}`, `{ #var# }`, `{#var}`, `{var}`, `{0}`, `%{otp}`
  { pattern: /[$%#]?\{{1,3}[^{}\n]{0,40}\}{1,3}/, isCertain: true },
  // `##OTP##`
  { pattern: /##\w[\w.-]{0,39}##/, isCertain: true },
  { pattern: /\*\|\w{1,40}\|\*/, isCertain: true },
  { pattern: /(?<![\d%])%(?:\d{1,2}|%\w{1,40}%)%/, isCertain: true },
  { pattern: new RegExp(`#${slotWord}#`, 'i'), isCertain: true },
  {
    pattern: new RegExp(
      `(?<![\\d%])%(?:${slotWord}%|\\(${slotWord}\\)[sd]|(?:\\d\\$|[-+0]\\d{1,3})?[sdiu](?![a-z0-9]))`,
      'i',
    ),
    isCertain: true,
  },
  {
    pattern: new RegExp(`<%=? ?${slotWord} ?%>|\\[% ?${slotWord} ?%\\]|<+${slotWord}>+`, 'i'),
    isCertain: true,
  },
  { pattern: /#[a-z]\w{0,30}#/i, isCertain: false },
  {
    pattern: new RegExp(`\\[+ ?${slotWord} ?\\]+|[«‹]+ ?${slotWord} ?[»›]+`, 'i'),
    isCertain: false,
  },
  // `#otp`, in lower case as programs write it.
  { pattern: new RegExp(`(?<![\\w#&])#${slotWord}(?![\\w#])`), isCertain: false },
  {
    pattern: new RegExp(`(?<!\\w)([@~^|_&$*!=]{1,2})${slotWord}\\1(?!\\w)`, 'i'),
    isCertain: false,
  },
  { pattern: new RegExp(`(?<![\\w$])\\$(?:${slotWord}|\\(${slotWord}\\))`, 'i'), isCertain: false },
  // `:otp`, in lower case as programs write it; `Contact :Customer care` is ordinary text.
  { pattern: new RegExp(`(?<![\\w:/]):{1,2}${slotWord}(?!\\w)`), isCertain: false },
  // A blank to fill in.
  { pattern: /(?<!\w)_{3,}(?!\w)/, isCertain: false },
];

const lineBreakTag = /<br ?\/?>/i;
const htmlTag =
  /<\/?(?:p|b|i|u|a|div|span|strong|em|font|html|body|table|tr|td|li|ul)(?: [^<>]{0,80})?\/?>/i;
const htmlEntity = /&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[0-9a-f]{1,6});/i;
const writtenLineBreak = /\\r\\n|\\[nr]/;

/**
 * Finds parts of a body that its author probably did not mean as fixed text: slots of other systems, HTML, invisible
 * characters, and characters that DLT does not allow.
 *
 * @param body the whole body, for counting positions in characters
 * @param texts the fixed texts of the body; `at` is the position of each in the body, in UTF-16 code units
 */
export function findOddities(
  body: string,
  texts: readonly { at: number; text: string }[],
): Oddity[] {
  const found: Oddity[] = [];
  const placeOf = (at: number) => `at character ${[...body.slice(0, at)].length + 1}`;
  const seen = new Set<number>();
  const look = (pattern: RegExp, describe: (what: string, place: string) => Oddity | null) => {
    for (const { at, text } of texts) {
      const match = pattern.exec(text);
      if (!match || seen.has(at + match.index)) continue;
      const oddity = describe(match[0], placeOf(at + match.index));
      if (!oddity) continue;
      seen.add(at + match.index);
      found.push(oddity);
    }
  };
  look(lineBreakTag, (what, place) => ({
    isCertain: true,
    sentence: `The text has ${what} ${place}, which is HTML for a line break: write a line break there.`,
  }));
  look(htmlTag, (what, place) => ({
    isCertain: true,
    sentence: `The text has “${what}” ${place}, which is HTML: DLT allows no < or >. Remove it.`,
  }));
  for (const { pattern, isCertain } of forms) {
    look(pattern, (what, place) =>
      isMasked(what)
        ? null
        : {
            isCertain,
            sentence: `“${what}” ${place} looks like a slot of another system${isCertain ? '' : ', and would be fixed text'}. DLT writes slots as {#numeric#}, {#alphanumeric#}, {#url#} or {#var#}: write it as your portal shows it.`,
          },
    );
  }
  look(/[<>]/, (what, place) => ({
    isCertain: true,
    sentence: `The text has ${what} ${place}: DLT allows no < or > in a text. Write it in words.`,
  }));
  look(/(?![\t\n\r])\p{Cc}/u, (what, place) => ({
    isCertain: true,
    sentence: `The text has the control character ${codePointName(what)} ${place}: remove it, or write a line break there.`,
  }));
  look(htmlEntity, (what, place) => ({
    isCertain: false,
    sentence: `It has “${what}” ${place}, which may be HTML for one character: compare it with your portal.`,
  }));
  look(writtenLineBreak, (what, place) => ({
    isCertain: false,
    sentence: `It has the characters “${what}” ${place}: if your portal shows a line break there, write a line break.`,
  }));
  look(/[\u2028\u2029]/, (what, place) => ({
    isCertain: false,
    sentence: `It has ${codePointName(what)} ${place} instead of a newline: messages with a newline will not match.`,
  }));
  look(oddlyInvisible, (what, place) => ({
    isCertain: false,
    sentence: `It has ${nameCharacter(what)} ${place}, which cannot be seen: messages without it will not match. Compare it with your portal.`,
  }));
  return found;
}

/** Matches invisible characters, except joiners within words of Indian scripts and characters that are part of an emoji. */
const oddlyInvisible =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]|(?<![\p{M}\p{L}\p{Extended_Pictographic}\p{Emoji_Modifier}])(?<!\ufe0f)(?:\u200c|\u200d)|(?<=[\x20-\x7e])(?:\u200c|\u200d)|(?<!\p{Emoji})(?:\ufe0e|\ufe0f)/u;
