import { draftReply } from '#app/dashboard/drafts/draft-reply.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { submit } from '#app/forms/submit.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { describeIssue } from '#domain/shared/describe-issue.browser.ts';
import { checkMessage } from './check-message.server.ts';
import type { CheckReply, PostedCheck } from './contract.ts';
import { checkForm, checkFormId } from './forms.ts';

/** Answers the form of the checker where it was posted without JavaScript. */
export const answerPostedCheck = ({ userId }: SignedInUser, form: FormData) =>
  submit(
    form,
    checkForm,
    async (typed): Promise<PostedCheck> => ({ checked: await checkMessage(userId, typed), typed }),
    { formId: checkFormId, fallback: fallbacks.checkMessage },
  );

/** Answers the script of the checker. */
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
