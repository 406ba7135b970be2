import { submit } from '#app/forms/submit.server.ts';
import { paths } from '#app/paths.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { updateUser } from '#domain/accounts/update-user.server.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';
import { endAllSessions } from '#domain/sessions/end-all-sessions.server.ts';
import { endSession } from '#domain/sessions/end-session.server.ts';
import { safeText } from '#domain/shared/text.ts';
import { profileForm } from './profile-form.ts';

const here = paths.dashboard('account');

/** The forms of the account tab, by their `intent`. */
export async function act({ userId, sessionId }: SignedIn, form: FormData) {
  switch (form.get('intent')) {
    case 'profile':
      return submit(form, profileForm, (changes) => save(userId, changes), {
        formId: 'profile',
        fallback: 'Failed to update profile',
      });
    case 'sign-out-everywhere':
      await endAllSessions(userId);
      return redirectWithToast(paths.login, { type: 'success', title: 'Signed out everywhere' });
    case 'sign-out': {
      const { data: id } = safeText.safeParse(form.get('session'));
      if (id === undefined) throw new Response(null, { status: 400 });
      await endSession(userId, id);
      if (id === sessionId) return redirectWithToast(paths.home, signedOut);
      return redirectWithToast(here, signedOut);
    }
    default:
      throw new Response(null, { status: 400 });
  }
}

const signedOut = { type: 'success', title: 'Signed out' } as const;

async function save(userId: string, changes: { name: string; email: string }) {
  await updateUser(userId, changes);
  return redirectWithToast(here, { type: 'success', title: 'Profile updated' });
}
