import type { z } from 'zod';
import { draftReply } from '#app/dashboard/screen.server.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { submit } from '#app/forms/submit.server.ts';
import { checkDlt } from '#domain/dlt/check/check-dlt.ts';
import { matchTemplate, toCodePoints } from '#domain/dlt/check/match-template.ts';
import type { Finding } from '#domain/dlt/check/verdicts.ts';
import type { DltMode } from '#domain/dlt/registry/contract.browser.ts';
import { findTemplate } from '#domain/dlt/registry/list-registry.ts';
import { loadRegistry } from '#domain/dlt/registry/load-registry.ts';
import type { SlotType } from '#domain/dlt/registry/slots.browser.ts';
import { countTime, loadChainRules, profileOf, requireTime } from '#domain/dlt/sending/identify.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { findWideText } from '#domain/messaging/check-messages.ts';
import { describeIssue } from '#domain/shared/describe-issue.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { withNewReads } from '#platform/ttl-cache.ts';
import { checkForm, checkFormId } from './forms.ts';

export type CheckedMessage = {
  /** The checked text. */
  text: string;
  error: Finding | null;
  warnings: Finding[];
  sender: string | null;
  entityId: string | null;
  /** The given or matching template; null if there is no such template. */
  template: { templateId: string; name: string } | null;
  /** The values of the template's slots, in code points of the text. */
  values: { from: number; to: number; type: SlotType }[];
  mode: DltMode;
  /** Whether the account has an approved header. Without one, it sends under the installation's header. */
  hasOwnHeader: boolean;
  /** Whether the message has an error but would still be sent, because of the account's mode. */
  isSentAnyway: boolean;
};

/** The checker's output: the result of a check, or the reason why there is no result. */
export type CheckReply = { checked: CheckedMessage | null; problem: string | null };

/** The reply to the form of the checker: the result, and the typed values. */
export type PostedCheck = {
  checked: CheckedMessage;
  typed: { text: string; sender?: string | undefined; template_id?: string | undefined };
};

/**
 * Checks a message against an account's registry, as if it were sent now. The check is strict regardless of the account's
 * mode, because the checker shows what operators would reject.
 *
 * @throws DomainError `rate_limited` if the account has used up its checking time
 */
async function checkMessage(
  userId: string,
  { text, sender, template_id: templateId }: z.output<typeof checkForm>,
): Promise<CheckedMessage> {
  requireTime(userId);
  const [{ mode, registry }, chains] = await withNewReads(() =>
    Promise.all([loadRegistry(userId), loadChainRules()]),
  );
  const began = performance.now();
  const message = { text, sender, templateId };
  const now = clock.now();
  const profile = profileOf('enforce', chains);
  const result = checkDlt(message, registry, now, profile);
  const template = registry.templates.get(result.templateId ?? '');
  const spans = template && matchTemplate(template.pattern, toCodePoints(text), profile.ruleOf);
  const isSentAnyway =
    mode !== 'enforce' &&
    result.error !== null &&
    checkDlt(message, registry, now, profileOf(mode, chains)).error === null;
  countTime(userId, performance.now() - began);
  return {
    text,
    error: result.error,
    warnings: [...result.warnings, ...findWideText(text)],
    sender: result.sender,
    entityId: result.entityId,
    template: template ? await nameTemplate(userId, template.templateId) : null,
    values: (spans ?? []).map(({ from, to }, at) => ({
      from,
      to,
      type: template?.slots[at]?.type ?? 'var',
    })),
    mode,
    hasOwnHeader: registry.mayUseOwnHeader,
    isSentAnyway,
  };
}

/** Names a template, by its id if the template was removed after the registry was read. */
async function nameTemplate(userId: string, templateId: string) {
  const template = await findTemplate(userId, templateId);
  return { templateId, name: template?.name ?? templateId };
}

/** Handles the checker's form when it is posted without JavaScript. */
export const answerPostedCheck = ({ userId }: SignedInUser, form: FormData) =>
  submit(
    form,
    checkForm,
    async (typed): Promise<PostedCheck> => ({ checked: await checkMessage(userId, typed), typed }),
    { formId: checkFormId, fallback: fallbacks.checkMessage },
  );

/** Handles requests of the checker's script. */
export async function answerLiveCheck(
  { userId }: SignedInUser,
  form: FormData,
): Promise<CheckReply> {
  const typed = (name: string) => form.get(name) || undefined;
  const fields = {
    text: typed('text'),
    sender: typed('sender'),
    template_id: typed('template_id'),
  };
  const { data, error } = checkForm.safeParse(fields, { error: describeIssue });
  if (!data) return { checked: null, problem: error.issues[0]?.message ?? null };
  return { checked: await checkMessage(userId, data), problem: null };
}

/** Restores the checker's form. */
export const checkDraft = (form: FormData) => draftReply(checkFormId, checkForm, form);
