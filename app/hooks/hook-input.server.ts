import { z } from 'zod';
import { listTemplateNames, suggestHeaders } from '#domain/dlt/registry/list-registry.ts';
import { type HookInput, type HookKind, hookInput } from '#domain/messaging/hooks/contract.ts';
import { getHook } from '#domain/messaging/hooks/manage-hooks.ts';
import { listServices } from '#domain/messaging/otp/services/manage-services.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { safeText, withLf } from '#domain/shared/text.browser.ts';
import { hookForm } from './forms.ts';

const { shape } = hookInput;

const lines = safeText.transform((text) => withLf(text).split('\n'));

/** Parses the hook form with the rules of the domain. */
export const hookFormInput = z.object({
  ...hookForm.shape,
  name: shape.name,
  sender: safeText.trim().pipe(shape.sender.unwrap().unwrap()).optional(),
  templateId: safeText.trim().pipe(shape.templateId.unwrap().unwrap()).optional(),
  // The value of a slot may be empty, but empty lines at the end do not count as slots.
  variables: safeText
    .transform((text) => text.trimEnd())
    .pipe(lines)
    .pipe(shape.variables.unwrap())
    .optional(),
  recipients: lines
    .transform((typed) => typed.filter((line) => line.trim() !== ''))
    .pipe(shape.recipients.unwrap())
    .optional(),
});

/** Converts the form to the input of the domain. Empty fields become null or empty lists. */
export const toHookInput = (value: z.output<typeof hookFormInput>): HookInput => ({
  name: value.name,
  sendAs: value.sendAs,
  hasCodes: value.hasCodes === 'on',
  serviceId: value.serviceId ?? null,
  sender: value.sender ?? null,
  templateId: value.templateId ?? null,
  variables: value.variables ?? [],
  recipients: value.recipients ?? [],
});

/** Maximum number of templates that the form suggests. Users can type other ids. */
const maxTemplates = 100;

/** Loads the options of the hook form. */
export async function loadHookChoices(userId: string) {
  const [headers, templates, services] = await Promise.all([
    suggestHeaders(userId),
    listTemplateNames(userId, maxTemplates),
    listServices(userId),
  ]);
  return { headers, templates, services: services.map(({ id, name }) => ({ id, name })) };
}

export type HookChoices = Awaited<ReturnType<typeof loadHookChoices>>;

/** The properties of a kind that the form needs. */
export const toKindView = ({ title, summary, sendAs, codes, hasRecipients }: HookKind) => ({
  ...{ title, summary, sendAs, codes, hasRecipients },
});

export type KindView = ReturnType<typeof toKindView>;

/**
 * Returns a hook of the account.
 *
 * @throws Response 404 if the account has no such hook
 */
export async function findHook(userId: string, id: string) {
  try {
    return await getHook(userId, id);
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'not_found')) throw error;
    throw new Response(null, { status: 404 });
  }
}
