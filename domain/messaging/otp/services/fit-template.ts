import type { CompiledTemplate } from '#domain/dlt/check/compile-registry.ts';
import { loadRegistry } from '#domain/dlt/registry/load-registry.ts';
import type { SlotType } from '#domain/dlt/registry/slots.browser.ts';
import { countTime, type Identify, requireTime } from '#domain/dlt/sending/identify.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { mapInSlices } from '#platform/in-slices.ts';
import { withNewReads } from '#platform/ttl-cache.ts';
import { checkService } from './check-service.ts';
import { defaultText } from './compose-text.browser.ts';
import type { CreateServiceInput, OtpService } from './contract.ts';

const codeSlots: ReadonlySet<SlotType> = new Set<SlotType>(['var', 'numeric', 'alphanumeric']);

/** How many templates are checked at most. Each check takes a fraction of a millisecond. */
const maxTried = 200;

/** The maximum number of headers to try with a template, because some headers can be promotional or suspended. */
const maxSenders = 5;

/** Maximum number of templates that an error lists. Most accounts have few, and people do not read a longer list. */
const maxNamed = 5;

/** Words that usually occur in templates for codes. */
const aboutCodes = /\b(?:otp|code|pin|password|passcode|verif\w*|log ?in)\b/i;

/**
 * Finds a text for a new service that has the default text. If the account sends with its own header, and none of the account's
 * templates matches the default text, the service gets the text of the account's template for codes.
 *
 * @param identify the DLT check of the account
 * @throws DomainError `invalid_parameter` if not exactly one template fits; `rate_limited` if the account's time for checks
 *   is used up
 */
export async function fitTemplate(
  userId: string,
  input: CreateServiceInput,
  identify: Identify,
): Promise<CreateServiceInput> {
  const { registry } = await withNewReads(() => loadRegistry(userId));
  if (input.text !== defaultText || !registry.mayUseOwnHeader) return input;
  requireTime(userId);
  const fits = (one: CreateServiceInput) => {
    const began = performance.now();
    try {
      checkService(toService(one), identify);
      return true;
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    } finally {
      countTime(userId, performance.now() - began);
    }
  };
  if (fits(input)) return input;
  const { template_id: asked } = input;
  const approved = [...registry.headers.values()].filter(({ status }) => status === 'approved');
  const own = approved.map(({ header }) => header);
  const candidates = [...registry.templates.values()]
    .filter(({ templateId, slots, status }) =>
      asked ? templateId === asked : status === 'approved' && hasCodeSlot(slots),
    )
    .slice(0, maxTried)
    .map((template) => ({ template, inputs: withTemplate(input, template, own) }));
  const tried = await mapInSlices(candidates, ({ template, inputs }) => {
    const one = inputs.find(fits);
    return one ? [{ template, one }] : [];
  });
  const fitting = tried.flat();
  const likely = fitting.filter(({ template }) => aboutCodes.test(template.texts.join(' ')));
  const [only, ...others] = likely.length > 0 ? likely : fitting;
  if (only && others.length === 0) return only.one;
  if (only) {
    const ids = [only, ...others].map(({ template }) => template.templateId);
    const message = `Several of your templates match a code: ${nameSome(ids)}. Send the template_id of one.`;
    throw new DomainError('invalid_parameter', { param: 'template_id', message });
  }
  const { sender_id, app_hash, web_domain } = input;
  // A value that the caller sent may be the reason that no template matches. The next check then names this value.
  if (asked || sender_id || app_hash || web_domain) return candidates[0]?.inputs[0] ?? input;
  throw new DomainError('invalid_parameter', {
    param: 'text',
    message:
      'None of your approved templates has a slot for the code and no other slot. Register such a template, for example “Your code is {#numeric#}. - Acme”, or send the text of a template, with {code} where the code is.',
  });
}

const nameSome = (ids: readonly string[]) =>
  ids.length > maxNamed ? `${ids.slice(0, maxNamed).join(', ')} and others` : ids.join(', ');

const hasCodeSlot = (slots: CompiledTemplate['slots']) => {
  const [first] = slots;
  return slots.length === 1 && first !== undefined && codeSlots.has(first.type);
};

/**
 * Returns a copy of the input, with the text of a template, for each header that may be used. Returns an empty list unless the
 * template has exactly one slot.
 */
function withTemplate(
  input: CreateServiceInput,
  { templateId: template_id, texts, slots, headers }: CompiledTemplate,
  approved: readonly string[],
): CreateServiceInput[] {
  if (slots.length !== 1) return [];
  const bound = headers.length > 0 ? headers : approved;
  const senders = input.sender_id ? [input.sender_id] : bound.slice(0, maxSenders);
  return senders.map((sender_id) => ({
    ...input,
    ...{ text: texts.join('{code}'), template_id, sender_id },
  }));
}

/** Converts an input to the service that it would create, without test numbers. */
function toService(input: CreateServiceInput): OtpService {
  const { sender_id, template_id, ttl_seconds, max_attempts, app_hash, web_domain } = input;
  const { name, text, length, letters, resend } = input;
  return {
    ...{ id: '', name, text, length, letters, resend, testNumbers: [] },
    ...{ sender: sender_id ?? null, templateId: template_id ?? null },
    ...{ ttlSeconds: ttl_seconds, maxAttempts: max_attempts },
    ...{ appHash: app_hash ?? null, webDomain: web_domain ?? null },
  };
}
