import { draftReply } from '#app/dashboard/drafts/draft-reply.ts';
import type { RecentSignInOfForms } from '#app/dashboard/drafts/screen.server.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast, redirectDone } from '#app/forms/or-toast.server.ts';
import { submit } from '#app/forms/submit.server.ts';
import { paths } from '#app/paths.ts';
import { changesOf } from '#app/webhooks/changes-of.ts';
import { endpointForm, endpointFormId, openAgain, toEndpointInput } from '#app/webhooks/forms.ts';
import { requireKnownNewKeys } from '#app/webhooks/require-known-keys.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { changeEndpoint } from '#domain/webhooks/endpoints/change-endpoint.ts';
import { deleteEndpoint } from '#domain/webhooks/endpoints/manage-endpoints.ts';

/** Which sensitive actions the forms carry out, by `intent`. */
export const recentSignIn = {
  save: { for: 'change_webhook' },
  delete: { for: 'delete_webhook' },
} satisfies RecentSignInOfForms;

/** Handles the forms that change and delete an endpoint, by `intent`. */
export async function act(signedIn: SignedInUser, form: FormData, id: string, from: string) {
  const { userId } = signedIn;
  switch (form.get('intent')) {
    case 'save':
      return submit(
        form,
        endpointForm,
        async ({ shown, ...value }) => {
          // It gets the numbers and texts of all messages.
          if (!shown) throw new DomainError('invalid_parameter', { message: openAgain });
          const { changes, before } = changesOf(shown, toEndpointInput(value));
          await requireKnownNewKeys(userId, 'apiIds', id, changes);
          await changeEndpoint({ userId, keyId: null, from }, id, changes, before);
          return redirectDone(paths.webhook(id), 'Webhook endpoint saved');
        },
        { formId: endpointFormId, fallback: fallbacks.webhook },
      );
    case 'delete':
      return orToast({ to: paths.editWebhook(id), fallback: fallbacks.deleteWebhook }, async () => {
        await deleteEndpoint(userId, id);
        return redirectDone(paths.dashboard('webhooks'), 'Webhook endpoint deleted');
      });
    default:
      throw new Response(null, { status: 400 });
  }
}

/** Restores the form of the endpoint. */
export const showDraft = (form: FormData) =>
  form.get('intent') === 'save' ? draftReply(endpointFormId, endpointForm, form) : null;
