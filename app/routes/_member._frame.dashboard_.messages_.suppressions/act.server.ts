import { draftReply } from '#app/dashboard/drafts/draft-reply.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast, redirectDone } from '#app/forms/or-toast.server.ts';
import { submit } from '#app/forms/submit.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import type { SuppressionFileResult } from '#domain/messaging/recipients/suppression-file/contract.browser.ts';
import { suppressFile } from '#domain/messaging/recipients/suppression-file/suppress-file.ts';
import { suppress, unsuppress } from '#domain/messaging/recipients/suppressions.ts';
import { recipientInput } from '#domain/sms/addresses.ts';
import { suppressForm, suppressFormId, uploadForm, uploadFormId } from './forms.ts';

const suppressInput = suppressForm.extend({ recipient: recipientInput });

/** The result of an uploaded file. */
export type Uploaded = { uploaded: { name: string; result: SuppressionFileResult } };

/** Handles the forms of the suppression list, by `intent`. @param here the page that they are on */
export async function act({ userId }: SignedInUser, form: FormData, here: string) {
  switch (form.get('intent')) {
    case 'suppress':
      return submit(
        form,
        suppressInput,
        async ({ recipient, reason = null }) => {
          const added = await suppress(userId, [recipient], reason);
          const title =
            added > 0 ? `${recipient} suppressed` : `${recipient} was suppressed before`;
          return redirectDone(here, title);
        },
        { formId: suppressFormId, fallback: fallbacks.suppress },
      );
    case 'upload':
      return submit(
        form,
        uploadForm,
        async ({ file, reason = null }): Promise<Uploaded> => {
          const bytes = new Uint8Array(await file.arrayBuffer());
          const result = await suppressFile(userId, bytes, reason);
          return { uploaded: { name: file.name, result } };
        },
        { formId: uploadFormId, fallback: fallbacks.suppress },
      );
    case 'remove': {
      const { data } = suppressInput.pick({ recipient: true }).safeParse(Object.fromEntries(form));
      if (!data) throw new Response(null, { status: 400 });
      return orToast({ to: here, fallback: fallbacks.suppress }, async () => {
        await unsuppress(userId, data.recipient);
        const title = `${data.recipient} removed`;
        return redirectDone(here, title);
      });
    }
    default:
      throw new Response(null, { status: 400 });
  }
}

/** Restores the form of one number; a file has to be chosen again. */
export const showDraft = (form: FormData) =>
  form.get('intent') === 'suppress' ? draftReply(suppressFormId, suppressForm, form) : null;
