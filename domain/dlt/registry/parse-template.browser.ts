import { findOddities, type Oddity } from './foreign-slots.browser.ts';
import { type DeclaredSlot, knownTags, readTag, type Slot } from './slots.browser.ts';

/** A body as its fixed texts and the slots between them: one text more than slots; texts may be empty. */
export type TemplateParts = { texts: string[]; slots: Slot[] };

/** In characters: what portals accept. */
export const maxBodyLength = 2_000;

/** Far more than TRAI allows (two, three with a reason): older templates put several in a row for one long value. */
export const maxSlots = 50;

/** Why a body cannot be registered, in a sentence. */
export type TemplateProblem = { problem: string };

const openTag = '{#';
const closeTag = '#}';

/** Characters that no portal accepts. A newline is allowed; a carriage return belongs to one. */
const forbidden = /[<>\p{Cc}]/u;
const allowedControls = /[\n\r\t]/g;

/**
 * Splits a body that is to be registered, as `parseTemplate`, and refuses besides what is certainly no fixed text: slots as
 * other systems write them, HTML. What is registered already is not looked at again.
 */
export function parseNewTemplate(
  body: string,
  declared: readonly DeclaredSlot[] = [],
): TemplateParts | TemplateProblem {
  if ([...body].length > maxBodyLength) return parseTemplate(body, declared);
  const parts = splitAtTags(body);
  if ('problem' in parts) return parts;
  const oddity = oddities(body).find(({ isCertain }) => isCertain);
  return oddity ? { problem: oddity.sentence } : parseTemplate(body, declared);
}

/**
 * Splits a body into fixed texts and slots. Nothing is normalised: operators compare character by character.
 *
 * @param declared types that the portal holds beside the text, for slots written `{#var#}`
 */
export function parseTemplate(
  body: string,
  declared: readonly DeclaredSlot[] = [],
): TemplateParts | TemplateProblem {
  if ([...body].length > maxBodyLength) {
    return { problem: `The body is longer than ${maxBodyLength} characters.` };
  }
  const parts = splitAtTags(body);
  if ('problem' in parts) return parts;
  if (parts.slots.length > maxSlots) return { problem: `A body has at most ${maxSlots} slots.` };
  const fixed = parts.texts.join('');
  if (fixed.trim() === '') return { problem: 'The body needs fixed text: it has slots alone.' };
  if (forbidden.test(fixed.replace(allowedControls, ''))) {
    return { problem: 'The body has < or > or a control character: DLT allows none of them.' };
  }
  return declareSlots(parts, declared);
}

/** A slot within a body, from one UTF-16 code unit to another; without a type if what it begins is no tag of DLT. */
type Tag = { from: number; to: number; tag: ReturnType<typeof readTag> };

/** More than any tag has: up to here the end of one is looked for. */
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
      const shown = /^\{#+[^{}#\n]{0,30}#{0,2}\}?/.exec(body.slice(from))?.[0] ?? openTag;
      const place = [...body.slice(0, from)].length + 1;
      const problem = `Slot ${slots.length + 1} of the body, “${shown}” at character ${place}, is no slot of DLT. Write it as your portal shows it: one of ${knownTags}.`;
      return { problem };
    }
    texts.push(body.slice(end, from));
    slots.push({ type: tag.type, max: null });
    end = to;
  }
  texts.push(body.slice(end));
  return { texts, slots };
}

/** What is odd in the fixed texts of a body. */
function oddities(body: string): Oddity[] {
  const texts: { at: number; text: string }[] = [];
  let end = 0;
  for (const { from, to, tag } of findTags(body)) {
    if (!tag) continue;
    // `{{#var#}}` has a slot within braces.
    const isBraced = body[from - 1] === '{' || body[to] === '}';
    if (isBraced) continue;
    texts.push({ at: end, text: body.slice(end, from) });
    end = to;
  }
  texts.push({ at: end, text: body.slice(end) });
  return findOddities(body, texts);
}

/** Only an untyped slot can be declared to be of another type. */
function declareSlots(
  { texts, slots }: TemplateParts,
  declared: readonly DeclaredSlot[],
): TemplateParts | TemplateProblem {
  const typed = [...slots];
  for (const { position, type, max } of declared) {
    const slot = slots[position - 1];
    if (!slot) return { problem: `The body has no slot ${position}.` };
    if (slot.type !== 'var' && slot.type !== type) {
      return { problem: `Slot ${position} is ${slot.type} in the body, not ${type}.` };
    }
    typed[position - 1] = { type, max: max ?? null };
  }
  return { texts, slots: typed };
}

/** What portals or operators may refuse of a body that can be parsed; for people who register it. */
export function findTemplateRisks(body: string, { texts, slots }: TemplateParts): string[] {
  const risks: string[] = [];
  const fixed = texts.join('').length;
  const between = texts.slice(1, -1);
  const isNextToAnother = (at: number) => between[at - 1] === '' || between[at] === '';
  if (slots.length > 3)
    risks.push(`It has ${slots.length} slots; TRAI allows more than three only specially.`);
  if (slots.some(({ type }, at) => type !== 'alphanumeric' && isNextToAnother(at))) {
    risks.push('Two slots stand side by side; only alphanumeric ones may.');
  }
  // A tag counts as what it is written as: portals measure the text as registered.
  if (fixed < 0.6 * body.length && slots.length > 1)
    risks.push('Less than 60 % of it is fixed text.');
  if (slots.some(({ type }) => type === 'var')) {
    risks.push('It has untyped {#var#} slots: declare their types on the portal.');
  }
  if (/ {2}/.test(body)) risks.push('It has two spaces in a row.');
  if (/\s$/.test(body)) risks.push('It ends with a space or newline, perhaps added by an export.');
  if (/^[ \t]/m.test(body)) {
    risks.push('A line of it begins with a space, perhaps added by an export.');
  }
  for (const { from, to, tag } of findTags(body)) {
    if (!tag || tag.isUsual) continue;
    const written = body.slice(from, to);
    risks.push(
      `It has ${written}, read as ${tag.type}: portals write {#${tag.type}#}, in lower case and without spaces.`,
    );
    break;
  }
  for (const { isCertain, sentence } of oddities(body)) if (!isCertain) risks.push(sentence);
  return risks;
}
