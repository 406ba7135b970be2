import { z } from 'zod';
import { draftReply } from '#app/dashboard/drafts/draft-reply.ts';
import type { RecentSignInOfForms } from '#app/dashboard/drafts/screen.server.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast, redirectDone } from '#app/forms/or-toast.server.ts';
import { submit } from '#app/forms/submit.server.ts';
import { paths } from '#app/paths.ts';
import { answerPostedCheck, checkDraft } from '#app/senders/answer-check.server.ts';
import { editTemplateFormId, templateChangesForm } from '#app/senders/forms.ts';
import { changeTemplate } from '#domain/dlt/registry/change-registered.ts';
import { templateInput } from '#domain/dlt/registry/inputs.browser.ts';
import { removeTemplate } from '#domain/dlt/registry/remove-registered.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';

const toggle = z.object({ status: z.enum(['active', 'inactive']) });

/** Which sensitive actions the forms carry out, by `intent`. */
export const recentSignIn = {
  check: false,
  edit: false,
  status: { for: 'turn_sender_off', when: turnsOff },
  remove: { for: 'delete_sender' },
} satisfies RecentSignInOfForms;

function turnsOff(form: FormData): boolean {
  return form.get('status') === 'inactive';
}

/** Handles the forms of a template's page, by `intent`. @throws Response 404 for what is no id */
export async function act(signedIn: SignedInUser, form: FormData, templateId: string) {
  const isId = templateInput.shape.template_id.safeParse(templateId).success;
  if (!isId) throw new Response(null, { status: 404 });
  const here = paths.template(templateId);
  switch (form.get('intent')) {
    case 'check':
      return answerPostedCheck(signedIn, form);
    case 'edit':
      return submit(
        form,
        templateChangesForm,
        async ({ name, headers = [] }) => {
          await changeTemplate(signedIn.userId, templateId, { name, headers });
          return redirectDone(here, 'Template saved');
        },
        { formId: editTemplateFormId, fallback: fallbacks.registry },
      );
    case 'status': {
      const { data } = toggle.safeParse(Object.fromEntries(form));
      if (!data) throw new Response(null, { status: 400 });
      return turn(signedIn, templateId, data.status);
    }
    case 'remove':
      return remove(signedIn, templateId);
    default:
      throw new Response(null, { status: 400 });
  }
}

/** Removes a template, after which its messages are refused. */
const remove = (signedIn: SignedInUser, templateId: string) =>
  orToast({ to: paths.template(templateId), fallback: fallbacks.registry }, async () => {
    await removeTemplate(signedIn.userId, templateId);
    return redirectDone(paths.templates(), 'Template removed');
  });

/** Disables a template, after which its messages are refused, or enables it. */
const turn = (signedIn: SignedInUser, templateId: string, status: 'active' | 'inactive') =>
  orToast({ to: paths.template(templateId), fallback: fallbacks.registry }, async () => {
    await changeTemplate(signedIn.userId, templateId, {
      status: status === 'active' ? 'approved' : 'inactive',
    });
    const title = status === 'active' ? 'Template enabled' : 'Template disabled';
    return redirectDone(paths.template(templateId), title);
  });

/** Restores the form that was submitted after the session had expired. */
export function showDraft(form: FormData) {
  if (form.get('intent') === 'check') return checkDraft(form);
  if (form.get('intent') !== 'edit') return null;
  return draftReply(editTemplateFormId, templateChangesForm, form);
}
