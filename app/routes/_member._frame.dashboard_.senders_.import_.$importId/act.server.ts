import { redirect } from '@remix-run/node';
import { draftReply } from '#app/dashboard/drafts/draft-reply.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast } from '#app/forms/or-toast.server.ts';
import { submit } from '#app/forms/submit.server.ts';
import { paths } from '#app/paths.ts';
import { optionsForm, toImportOptions } from '#app/senders/import-forms.ts';
import { confirmImport, recheckImport } from '#domain/messaging/dlt/import/start-import.ts';
import { requireImport } from './load-import.server.ts';

const formId = 'options';

/** Handles the forms of an import, by `intent`. */
export async function act(userId: string, importId: string, form: FormData) {
  const { options } = await requireImport(userId, importId);
  const here = paths.import(importId);
  switch (form.get('intent')) {
    case 'options':
      return submit(
        form,
        optionsForm,
        async (value) => {
          await recheckImport(userId, importId, toImportOptions(value, options));
          return redirect(here);
        },
        { formId, fallback: fallbacks.importTemplates },
      );
    case 'confirm':
      return orToast({ to: here, fallback: fallbacks.importTemplates }, async () => {
        await confirmImport(userId, importId);
        return redirect(here);
      });
    default:
      throw new Response(null, { status: 400 });
  }
}

/** Restores the options. */
export const showDraft = (form: FormData) =>
  form.get('intent') === 'options' ? draftReply(formId, optionsForm, form) : null;
