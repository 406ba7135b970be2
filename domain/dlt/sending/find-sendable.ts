import { DomainError } from '#domain/shared/errors.browser.ts';
import { exampleValues } from '#domain/shared/example-values.browser.ts';
import { countSegments } from '#domain/sms/segments.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { withNewReads } from '#platform/ttl-cache.ts';
import { goTogether } from '../check/check-identities.ts';
import type { Header, Template } from '../registry/contract.browser.ts';
import { listHeaders, listLinks } from '../registry/list-registry.ts';
import { loadRegistry } from '../registry/load-registry.ts';
import type { SlotType } from '../registry/slots.browser.ts';
import { prepareIdentify } from './identify.ts';

/** A message that an account can send now with one of its templates. */
export type Sendable = { sender: string; templateId: string; values: string[]; text: string };

/** Example values by slot type. Slots of all other types accept only a registered link, number or email address. */
const examples: Partial<Record<SlotType, string>> = {
  var: 'Asha',
  numeric: '4829',
  alphanumeric: 'Asha',
};

/** Returns the example values, and adds a registered link, phone number and email address of the account. */
async function loadExamples(userId: string): Promise<Partial<Record<SlotType, string>>> {
  const links = await listLinks(userId);
  const first = (wanted: string) => links.find(({ kind }) => kind === wanted)?.value ?? '';
  return {
    ...examples,
    url: first('url'),
    urlott: first('url'),
    cbn: first('number'),
    email: first('email'),
  };
}

/**
 * Matches fixed text that begins with a unit of time or a percent sign. The value before such a text should be a small
 * number, as in “valid for 5 minutes”.
 */
const unit = /^\s*(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|percent|%)/i;

/** How many templates are tried at most. */
const maxTried = 50;

/**
 * Finds a template of an account with which a message can be sent now, and matching values.
 *
 * @param recipient the number to which the message would be sent
 * @param only the templates that may be used; null for all
 * @returns `any text` if the account sends with the installation's header; null if no template fits
 */
export async function findSendable(
  userId: string,
  recipient: string,
  only: readonly string[] | null = null,
): Promise<Sendable | 'any text' | null> {
  const { registry } = await withNewReads(() => loadRegistry(userId));
  if (!registry.mayUseOwnHeader) return 'any text';
  const [identify, exampleOf] = await Promise.all([
    prepareIdentify(userId, { isDryRun: true }),
    loadExamples(userId),
  ]);
  const approved = [...registry.headers.values()].filter(({ status }) => status === 'approved');
  const candidates = [...registry.templates.values()].flatMap((template) => {
    const { templateId, slots, texts, status } = template;
    const values = slots.map(({ type, max }, at) => {
      const isDuration = type === 'numeric' && unit.test(texts[at + 1] ?? '');
      const value = isDuration ? '5' : (exampleOf[type] ?? '');
      return value.slice(0, max ?? undefined);
    });
    const isAllowed = only === null || only.includes(templateId);
    const sender = approved.find((header) => canSendUnder(template, header))?.header;
    const isUsable = isAllowed && status === 'approved' && sender !== undefined;
    return isUsable && !values.includes('') ? [{ templateId, sender, values }] : [];
  });
  for (const { templateId, sender, values } of candidates.slice(0, maxTried)) {
    const draft = { recipient, templateId, sender, variables: values, mayWait: false };
    const message = identify({ ...draft, content: undefined }, clock.now());
    if (message instanceof DomainError) continue;
    return { sender, templateId, values, text: message.content.text };
  }
  return null;
}

/**
 * Whether a template may be used with a header. The template must be bound to this header or to no header. Template and
 * header must have the same entity and matching categories.
 */
export const canSendUnder = (
  { headers, entityId, category }: Pick<Template, 'headers' | 'entityId' | 'category'>,
  header: Pick<Header, 'header' | 'entityId' | 'category'>,
): boolean =>
  (headers.length === 0 || headers.includes(header.header)) &&
  header.entityId === entityId &&
  goTogether(header.category, category);

/** A message that would be accepted now. `sender` and `templateId` are null if a request does not need them. */
export type SendableExample = Pick<Sendable, 'values' | 'text'> & {
  sender: string | null;
  templateId: string | null;
};

/**
 * Finds an example of a message that a key of an account may send now. It uses one of the account's templates, or an example
 * text if the key may send any text.
 *
 * @param key `only` lists the templates that the key may send; null allows all
 * @returns an example, or the error that every message would get
 */
export async function findExample(
  userId: string,
  recipient: string,
  key: { livemode: boolean; only: readonly string[] | null },
): Promise<SendableExample | DomainError> {
  const sendable = await findSendable(userId, recipient, key.only);
  if (sendable !== null && sendable !== 'any text') return sendable;
  if (key.only) return new DomainError('template_not_allowed');
  const headers = sendable === null ? await listHeaders(userId) : [];
  const sender = headers.find(({ status }) => status === 'approved')?.header ?? null;
  const { text } = exampleValues;
  const identify = await prepareIdentify(userId, { isDryRun: true, isTest: !key.livemode });
  const content = { text, ...countSegments(text) };
  const draft = { recipient, content, variables: undefined, templateId: undefined, mayWait: false };
  const message = identify({ ...draft, sender: sender ?? undefined }, clock.now());
  if (message instanceof DomainError) return message;
  return { sender, templateId: null, values: [], text };
}
