import type { RecentSignInOfForms } from '#app/dashboard/drafts/screen.server.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast } from '#app/forms/or-toast.server.ts';
import { paths } from '#app/paths.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { eraseInput } from '#domain/messaging/privacy/contract.ts';
import { requestErasure } from '#domain/messaging/privacy/request-erasure.ts';

/** Which sensitive actions the forms carry out, by `intent`. */
export const recentSignIn = { erase: { for: 'erase_recipient' } } satisfies RecentSignInOfForms;

/** Begins to erase a number. */
export async function act(signedIn: SignedInUser, form: FormData) {
  const { data } = eraseInput.safeParse({ recipient: form.get('recipient') });
  if (form.get('intent') !== 'erase' || !data) throw new Response(null, { status: 400 });
  const { userId, sessionId } = signedIn;
  return orToast({ to: paths.recipients(), fallback: fallbacks.erase }, async () => {
    await requestErasure(userId, data.recipient, sessionId);
    const message = 'It takes seconds, or minutes for very many messages.';
    return redirectWithToast(paths.recipients(), {
      type: 'success',
      title: 'The number is being erased',
      message,
    });
  });
}
