import { z } from 'zod';
import { sendAsValues } from '#domain/messaging/hooks/contract.browser.ts';
import type { Hook } from '#domain/messaging/hooks/contract.ts';
import { requiredText, safeText } from '#domain/shared/text.browser.ts';

export const hookFormId = 'hook';

const checkbox = z.literal('on').optional();

/**
 * Validates the hook form in the browser. The rules for numbers and templates are too large for the browser, so only the
 * server applies them (`hook-input.server.ts`).
 */
export const hookForm = z.object({
  name: requiredText('Please enter a name').trim().max(100, 'Please use at most 100 characters.'),
  sendAs: z.enum(sendAsValues, 'Please pick an entry of the list “What is sent”.'),
  hasCodes: checkbox,
  serviceId: safeText.max(64).optional(),
  sender: safeText.max(40).optional(),
  templateId: safeText.max(40).optional(),
  variables: safeText.max(20_000).optional(),
  recipients: safeText.max(1_000).optional(),
});

export type HookFields = z.input<typeof hookForm>;

export const toHookFields = (hook: Hook): HookFields => ({
  name: hook.name,
  sendAs: hook.sendAs,
  hasCodes: hook.hasCodes ? 'on' : undefined,
  serviceId: hook.serviceId ?? '',
  sender: hook.sender ?? '',
  templateId: hook.templateId ?? '',
  variables: hook.variables.join('\n'),
  recipients: hook.recipients.join('\n'),
});

export const secretFormId = 'secret';

/** The form that gives a hook a new secret. It has a field for the secret only if the product generates the secret. */
export const secretForm = z.object({
  signingKey: safeText.trim().max(500, 'Please use at most 500 characters.').optional(),
  revokeOld: checkbox,
});
