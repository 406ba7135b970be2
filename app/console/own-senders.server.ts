import { suggestHeaders } from '#app/senders/suggest-headers.server.ts';
import {
  fromCodePoints,
  matchTemplate,
  toCodePoints,
  toPattern,
} from '#domain/dlt/check/match-template.ts';
import type { TemplateRow } from '#domain/dlt/registry/contract.browser.ts';
import { findTemplate, listTemplates } from '#domain/dlt/registry/list-registry.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import type { ChosenTemplate, ConsoleFields, OwnSenders } from './contract.ts';
import { composeText } from './fill-in.ts';

/** Maximum number of offered templates: the others are found by a search. */
const maxOffered = 100;

/**
 * Loads the headers and templates that an account may send with.
 *
 * @param asked a template's id, or a part of its name or text; untrusted
 * @returns null if no header of it is approved
 */
export async function loadOwnSenders(userId: string, asked: string): Promise<OwnSenders | null> {
  const headers = await suggestHeaders(userId);
  if (headers.length === 0) return null;
  const search = safeText.max(200).safeParse(asked.trim()).data ?? '';
  const [exact, { entries, next }] = await Promise.all([
    search === '' ? null : findTemplate(userId, search),
    listTemplates(userId, { limit: maxOffered, search }),
  ]);
  const isUsable = ({ status }: TemplateRow) => status === 'approved';
  const usable = entries.filter(isUsable);
  const [only, ...others] = usable;
  const isClear = search !== '' && others.length === 0 && next === null;
  const found = exact && isUsable(exact) ? exact : isClear ? only : undefined;
  return {
    ...{ headers, asked: search },
    templates: usable.map(({ templateId: id, name }) => ({ id, name })),
    template: found ? toChosen(found, headers) : null,
  };
}

function toChosen(row: TemplateRow, headers: string[]): ChosenTemplate {
  const { templateId: id, name, texts, slots, headers: bound } = row;
  return {
    ...{ id, name, texts },
    slots: slots.map(({ type }) => `{#${type}#}`),
    headers: bound.length > 0 ? headers.filter((one) => bound.includes(one)) : headers,
  };
}

/**
 * Adds the text of the template to the typed values.
 *
 * @returns null if the account has no template of this id
 */
export async function composeTyped(
  userId: string,
  typed: ConsoleFields,
): Promise<ConsoleFields | null> {
  if (typed.template === '') return typed;
  const { data: id } = safeText.max(40).safeParse(typed.template);
  const row = id === undefined ? null : await findTemplate(userId, id);
  if (!row) return null;
  const isFilled = row.slots.every((_, at) => (typed.values[at] ?? '') !== '');
  return { ...typed, message: isFilled ? composeText(row.texts, typed.values) : '' };
}

/** The values that a text has in the slots of a template; null if it is not a text of this template. */
export async function readTypedValues(
  userId: string,
  templateId: string,
  text: string,
): Promise<string[] | null> {
  const row = await findTemplate(userId, templateId);
  if (row?.status !== 'approved') return null;
  const points = toCodePoints(text);
  const anyValue = { min: 0, max: Number.POSITIVE_INFINITY, accepts: () => true };
  const spans = matchTemplate(toPattern(row), points, () => anyValue);
  return spans?.map(({ from, to }) => fromCodePoints(points.subarray(from, to))) ?? null;
}
