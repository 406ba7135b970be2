import { redirect } from '@remix-run/node';
import type { RecentSignInOfForms } from '#app/dashboard/drafts/screen.server.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast } from '#app/forms/or-toast.server.ts';
import { reveal } from '#app/keys/keys.server.ts';
import { paths } from '#app/paths.ts';
import type { Addresses } from '#app/session/to-client-addresses.ts';
import { hideFirstSteps } from '#domain/identity/accounts/update-user.ts';
import { apiKeyIdOrPublicId } from '#domain/identity/api-keys/contract.browser.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { sendTestMessage } from './first-steps/send-test-message.server.ts';

/** Which sensitive actions the forms carry out, by `intent`. */
export const recentSignIn = {
  reveal: { for: 'reveal_key' },
  'fill-in-key': { for: 'reveal_key' },
  'send-test': false,
  'hide-first-steps': false,
} satisfies RecentSignInOfForms;

/** Handles the forms of Home, by `intent`. */
export async function act(signedIn: SignedInUser, form: FormData, from: Addresses) {
  switch (form.get('intent')) {
    case 'reveal': {
      const { data: key } = apiKeyIdOrPublicId.safeParse(form.get('key'));
      if (key === undefined) throw new Response(null, { status: 400 });
      return reveal(signedIn, key, paths.dashboard());
    }
    case 'send-test':
      return orToast({ to: paths.dashboard(), fallback: fallbacks['send-message'] }, () =>
        sendTestMessage(signedIn, form, from),
      );
    case 'fill-in-key':
      // The page itself fills it in while the sign-in is recent.
      return redirect(paths.dashboard());
    case 'hide-first-steps':
      return orToast({ to: paths.dashboard(), fallback: fallbacks.other }, async () => {
        await hideFirstSteps(signedIn.userId);
        return redirect(paths.dashboard());
      });
    default:
      throw new Response(null, { status: 400 });
  }
}
