import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { withNewReads } from '#platform/ttl-cache.ts';
import { loadRegistry } from '../registry/load-registry.ts';
import type { SlotType } from '../registry/slots.browser.ts';
import { prepareIdentify } from './identify.ts';

/** A message that an account can send with one of its templates. */
export type Sendable = { sender: string; templateId: string; values: string[]; text: string };

/** Example values. Slots of the other types accept only registered values. */
const examples: Partial<Record<SlotType, string>> = {
  var: 'Asha',
  numeric: '4829',
  alphanumeric: 'Asha',
};

/** Templates that are tried. */
const maxTried = 50;

/**
 * Finds a template of an account with which a message can be sent now, and matching values.
 *
 * @param recipient of the message
 * @returns `any text` for an account that sends under the installation's header; null if no template fits
 */
export async function findSendable(
  userId: string,
  recipient: string,
): Promise<Sendable | 'any text' | null> {
  const { registry } = await withNewReads(() => loadRegistry(userId));
  if (!registry.mayUseOwnHeader) return 'any text';
  const identify = await prepareIdentify(userId, { isDryRun: true });
  const approved = [...registry.headers.values()].filter(({ status }) => status === 'approved');
  const candidates = [...registry.templates.values()].flatMap((template) => {
    const { templateId, slots, headers, status } = template;
    const sender = approved.find(
      ({ header }) => headers.length === 0 || headers.includes(header),
    )?.header;
    const values = slots.map(({ type, max }) => examples[type]?.slice(0, max ?? undefined) ?? '');
    const isUsable = status === 'approved' && sender !== undefined && !values.includes('');
    return isUsable ? [{ templateId, sender, values }] : [];
  });
  for (const { templateId, sender, values } of candidates.slice(0, maxTried)) {
    const draft = { recipient, templateId, sender, variables: values, mayWait: false };
    const message = identify({ ...draft, content: undefined }, clock.now());
    if (message instanceof DomainError) continue;
    return { sender, templateId, values, text: message.content.text };
  }
  return null;
}
