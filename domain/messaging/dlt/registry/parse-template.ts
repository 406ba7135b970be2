import { type DeclaredSlot, type Slot, slotTypeByTag } from './slots.ts';

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

const knownTags = [...slotTypeByTag.keys()].join(', ');

/** Characters that portals refuse. A newline is allowed; a carriage return belongs to one. */
const forbidden = /[<>\p{Cc}]/u;
const allowedControls = /[\n\r\t]/g;

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

function splitAtTags(body: string): TemplateParts | TemplateProblem {
  const texts: string[] = [];
  const slots: Slot[] = [];
  let from = 0;
  for (let at = body.indexOf(openTag); at >= 0; at = body.indexOf(openTag, from)) {
    const close = body.indexOf(closeTag, at + openTag.length);
    const tag = close < 0 ? null : body.slice(at, close + closeTag.length);
    const type = tag === null ? undefined : slotTypeByTag.get(tag);
    if (tag === null || type === undefined) {
      const problem = `Slot ${slots.length + 1} of the body is none of ${knownTags}; lower case matters.`;
      return { problem };
    }
    texts.push(body.slice(from, at));
    slots.push({ type, max: null });
    from = at + tag.length;
  }
  texts.push(body.slice(from));
  return { texts, slots };
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
  return risks;
}
