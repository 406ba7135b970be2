import {
  fromCodePoints,
  matchTemplate,
  toCodePoints,
  toPattern,
} from '#domain/dlt/check/match-template.ts';
import { isPromotional } from '#domain/dlt/check/promotional.ts';
import type { HeaderRow, TemplateRow } from '#domain/dlt/registry/contract.browser.ts';
import { findTemplate, listHeaders, listTemplates } from '#domain/dlt/registry/list-registry.ts';
import {
  canSendUnder,
  findSendable,
  type SendableExample,
} from '#domain/dlt/sending/find-sendable.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import type { ChosenTemplate, ConsoleFields, OwnSenders } from './contract.ts';
import { composeText } from './fill-in.ts';

/** Maximum number of offered templates and headers. Users can search for other templates. */
const maxOffered = 100;
const maxHeaders = 50;

/**
 * Loads the headers and templates that an account may send with.
 *
 * @param asked a template's id, or a part of its name or text; untrusted. Empty for no template, null for a template that can
 *   be sent now
 * @param example a message that the account can send now
 * @returns null if the account has no approved header
 */
export async function loadOwnSenders(
  userId: string,
  asked: string | null,
  example: Promise<SendableExample | DomainError>,
): Promise<OwnSenders | null> {
  // Promotional headers come last, because they can send few texts.
  const headers = (await listHeaders(userId))
    .filter(({ status }) => status === 'approved')
    .sort((a, b) => Number(isPromotional(a.category)) - Number(isPromotional(b.category)));
  if (headers.length === 0) return null;
  const search =
    asked === null
      ? findDefault(await example)
      : (safeText.max(200).safeParse(asked.trim()).data ?? '');
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
    headers: headers.slice(0, maxHeaders).map(({ header }) => header),
    asked: search,
    templates: usable.map(({ templateId: id, name }) => ({ id, name })),
    template: found ? await toChosen(userId, found, headers, await example) : null,
  };
}

/** The id of a template that can be sent now; empty if there is no such template. */
const findDefault = (example: SendableExample | DomainError): string =>
  example instanceof DomainError ? '' : (example.templateId ?? '');

async function toChosen(
  userId: string,
  row: TemplateRow,
  headers: HeaderRow[],
  known: SendableExample | DomainError,
): Promise<ChosenTemplate> {
  const { templateId: id, name, texts, slots } = row;
  const isKnown = findDefault(known) === id && !(known instanceof DomainError);
  const found = isKnown ? known : await findSendable(userId, exampleValues.recipient, [id]);
  const example = found === 'any text' ? null : found;
  const fitting = headers.filter((header) => canSendUnder(row, header));
  return {
    ...{ id, name, texts },
    slots: slots.map(({ type }) => `{#${type}#}`),
    examples: example?.values ?? [],
    headers: fitting
      .slice(0, maxHeaders)
      .map(({ header }) => header)
      .sort((a, b) => Number(b === example?.sender) - Number(a === example?.sender)),
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

/** Returns the values of a text in a template's slots; null if the text does not match the template. */
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
