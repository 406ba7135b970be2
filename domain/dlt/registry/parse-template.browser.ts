import { codePointName, isInvisible } from '#domain/shared/characters.browser.ts';
import { findOddities, type Oddity } from './foreign-slots.browser.ts';
import { type DeclaredSlot, knownTags, readTag, type Slot, tagsOf } from './slots.browser.ts';

/**
 * A body, split into fixed texts and the slots between them. There is one text more than there are slots; texts may be
 * empty.
 */
export type TemplateParts = { texts: string[]; slots: Slot[] };

/** The maximum length of a body on portals, in characters. */
export const maxBodyLength = 2_000;

/**
 * The maximum number of slots. TRAI allows two, or three with a reason, but older templates use several adjacent slots for
 * one long value.
 */
export const maxSlots = 50;

/** A sentence that says why a body cannot be registered. */
export type TemplateProblem = { problem: string };

const openTag = '{#';
const closeTag = '#}';

/** Characters that no portal accepts. `allowedControls` are removed before the test. */
const forbidden = /[<>\p{Cc}]/u;
const allowedControls = /[\n\r\t]/g;

/**
 * Splits a new body like `parseTemplate`, and also rejects parts that are certainly not fixed text: slots of other systems
 * and HTML. For bodies that are already registered, use `parseTemplate`.
 */
export function parseNewTemplate(
  body: string,
  declared: readonly DeclaredSlot[] = [],
): TemplateParts | TemplateProblem {
  if ([...body].length > maxBodyLength) return parseTemplate(body, declared);
  const parts = splitAtTags(body);
  if ('problem' in parts) return parts;
  const broken = findBrokenTag(body);
  if (broken !== null) return { problem: broken };
  const oddity = oddities(body).find(({ isCertain }) => isCertain);
  return oddity ? { problem: oddity.sentence } : parseTemplate(body, declared);
}

/**
 * Splits a body into fixed texts and slots. Nothing is normalised, because operators compare texts character by character.
 *
 * @param declared slot types that the portal stores separately from the text, for slots written `{#var#}`
 */
export function parseTemplate(
  body: string,
  declared: readonly DeclaredSlot[] = [],
): TemplateParts | TemplateProblem {
  if ([...body].length > maxBodyLength) {
    return { problem: `The text is longer than ${maxBodyLength} characters.` };
  }
  const parts = splitAtTags(body);
  if ('problem' in parts) return parts;
  if (parts.slots.length > maxSlots) return { problem: `A text has at most ${maxSlots} slots.` };
  if (body.trim() === '') return { problem: 'The text is missing. Copy it from your DLT portal.' };
  const fixed = parts.texts.join('');
  if (fixed.trim() === '') return { problem: 'The text has only slots: it needs fixed text too.' };
  if (forbidden.test(fixed.replace(allowedControls, ''))) {
    return { problem: 'The text has < or > or a control character: DLT allows none of them.' };
  }
  return declareSlots(parts, declared);
}

/** A tag in a body, with its span in UTF-16 code units. `tag` is undefined if the text after `{#` is not a DLT tag. */
type Tag = { from: number; to: number; tag: ReturnType<typeof readTag> };

/** How many characters after the beginning of a tag are searched for its end. No tag is longer. */
const longestTag = 60;

function* findTags(body: string): Generator<Tag> {
  let from = body.indexOf(openTag);
  while (from >= 0) {
    const close = body.slice(from, from + longestTag).indexOf(closeTag, openTag.length);
    const to = close < 0 ? from + openTag.length : from + close + closeTag.length;
    yield { from, to, tag: readTag(body.slice(from, to)) };
    from = body.indexOf(openTag, to);
  }
}

function splitAtTags(body: string): TemplateParts | TemplateProblem {
  const texts: string[] = [];
  const slots: Slot[] = [];
  let end = 0;
  for (const { from, to, tag } of findTags(body)) {
    if (!tag) {
      const shown =
        /^\{#+[^{}#\n]{0,30}(?:#{0,2}.?\}|#{0,2})/u.exec(body.slice(from))?.[0] ?? openTag;
      const place = [...body.slice(0, from)].length + 1;
      const hidden = findHidden(shown, place);
      if (hidden !== null) return { problem: `Slot ${slots.length + 1} of the body ${hidden}` };
      const problem = `Slot ${slots.length + 1} of the body, “${shown}” at character ${place}, is not a DLT slot. Write it as your portal shows it: one of ${knownTags}.`;
      return { problem };
    }
    texts.push(body.slice(end, from));
    slots.push({ type: tag.type, max: null });
    end = to;
  }
  texts.push(body.slice(end));
  return { texts, slots };
}

/** A brace and a `#` with one to three other characters between them, which may be invisible. */
const brokenTag = /\{[^#{}\w]{1,3}#/gu;

/**
 * Finds an invisible character in a tag.
 *
 * @param place the position of the tag in the body, counted from 1 in characters
 * @returns the end of a sentence about the character; null if the tag has no invisible character
 */
function findHidden(tag: string, place: number): string | null {
  const characters = [...tag];
  const at = characters.findIndex(
    (one) => isInvisible(one) || (one !== ' ' && /\p{Zs}/u.test(one)),
  );
  const hidden = characters[at];
  if (hidden === undefined) return null;
  return `has ${codePointName(hidden)} at character ${place + at}, which is not seen. Remove it.`;
}

/** Finds a tag whose `{#` is split by an invisible character. Such a tag would be registered as fixed text. */
function findBrokenTag(body: string): string | null {
  for (const { 0: tag, index } of body.matchAll(brokenTag)) {
    const hidden = findHidden(tag, [...body.slice(0, index)].length + 1);
    if (hidden !== null) return `A slot of the body ${hidden}`;
  }
  return null;
}

/** Runs `findOddities` on the fixed texts of a body. */
function oddities(body: string): Oddity[] {
  const texts: { at: number; text: string }[] = [];
  let end = 0;
  for (const { from, to, tag } of findTags(body)) {
    if (!tag) continue;
    // A tag in further braces, such as `{{#var#}}`, is kept in the fixed text, because it is a slot of another system.
    const isBraced = body[from - 1] === '{' || body[to] === '}';
    if (isBraced) continue;
    texts.push({ at: end, text: body.slice(end, from) });
    end = to;
  }
  texts.push({ at: end, text: body.slice(end) });
  return findOddities(body, texts);
}

/** Applies the declared types to the slots. Only an untyped slot `{#var#}` can get another type. */
function declareSlots(
  { texts, slots }: TemplateParts,
  declared: readonly DeclaredSlot[],
): TemplateParts | TemplateProblem {
  const typed = [...slots];
  for (const { position, type, max } of declared) {
    const slot = slots[position - 1];
    if (!slot) return { problem: `The text has no slot ${position}.` };
    if (slot.type !== 'var' && slot.type !== type) {
      return { problem: `Slot ${position} is ${slot.type} in the text, not ${type}.` };
    }
    typed[position - 1] = { type, max: max ?? null };
  }
  return { texts, slots: typed };
}

/** Returns warnings about a valid body, for the user who registers it: parts that portals or operators may reject. */
export function findTemplateRisks(body: string, { texts, slots }: TemplateParts): string[] {
  const risks: string[] = [];
  const fixed = texts.join('').length;
  const between = texts.slice(1, -1);
  const isNextToAnother = (at: number) => between[at - 1] === '' || between[at] === '';
  if (slots.length > 3)
    risks.push(
      `It has ${slots.length} slots; TRAI allows more than three only with special permission.`,
    );
  if (slots.some(({ type }, at) => type !== 'alphanumeric' && isNextToAnother(at))) {
    risks.push('Two slots are adjacent; only alphanumeric ones may be.');
  }
  // Tags count with their written length, because portals measure the text as registered.
  if (fixed < 0.6 * body.length && slots.length > 1)
    risks.push('Less than 60 % of it is fixed text.');
  if (slots.some(({ type }) => type === 'var')) {
    risks.push('It has untyped {#var#} slots: declare their types on the DLT portal.');
  }
  if (/ {2}/.test(body)) risks.push('It has two spaces in a row.');
  if (/\s$/.test(body)) risks.push('It ends with a space or newline, perhaps added by an export.');
  if (/^[ \t]/m.test(body)) {
    risks.push('One of its lines begins with a space, perhaps added by an export.');
  }
  for (const { from, to, tag } of findTags(body)) {
    if (!tag || tag.isUsual) continue;
    const written = body.slice(from, to);
    risks.push(
      `It has ${written}, read as ${tag.type}: portals write ${tagsOf(tag.type).join(' or ')}, in lower case and without spaces.`,
    );
    break;
  }
  for (const { isCertain, sentence } of oddities(body)) if (!isCertain) risks.push(sentence);
  return risks;
}
