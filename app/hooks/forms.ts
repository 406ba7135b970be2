import { z } from 'zod';
import { sendAsValues } from '#domain/messaging/hooks/contract.browser.ts';
import type { Hook } from '#domain/messaging/hooks/contract.ts';
import { requiredText, safeText } from '#domain/shared/text.browser.ts';

export const hookFormId = 'hook';

const checkbox = z.literal('on').optional();

/**
 * The checks of a hook in the browser. The server applies the rules of numbers and templates (`hook-input.server.ts`), which are
 * too large for the browser.
 */
export const hookForm = z.object({
  name: requiredText('Please enter a name').trim().max(100, 'Please use at most 100 characters.'),
  sendAs: z.enum(sendAsValues, 'Please pick what is sent from the list.'),
  hasCodes: checkbox,
  serviceId: safeText.max(64).optional(),
  sender: safeText.max(40).optional(),
  templateId: safeText.max(40).optional(),
  variables: safeText.max(20_000).optional(),
  recipients: safeText.max(1_000).optional(),
});

/** A hook as the fields of its form. */
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

/** The form that gives a hook a new secret. Only a product that generates its key has the field for it. */
export const secretForm = z.object({
  signingKey: safeText.trim().max(500, 'Please use at most 500 characters.').optional(),
  revokeOld: checkbox,
});
