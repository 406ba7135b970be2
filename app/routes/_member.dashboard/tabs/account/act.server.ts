import type { z } from 'zod';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { submit } from '#app/forms/submit.server.ts';
import { paths } from '#app/paths.ts';
import { guardAttempt } from '#app/session/guard.server.ts';
import { takeCookiesBack } from '#app/session/session.server.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { maxPictureBytes } from '#domain/accounts/avatar.ts';
import { changePassword } from '#domain/accounts/change-password.server.ts';
import { changePasswordForm } from '#domain/accounts/contract.ts';
import { removeAvatar } from '#domain/accounts/remove-avatar.server.ts';
import { updateUser } from '#domain/accounts/update-user.server.ts';
import { waysToSignIn } from '#domain/accounts/ways-to-sign-in.server.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';
import { endAllSessions } from '#domain/sessions/end-all-sessions.server.ts';
import { endSession } from '#domain/sessions/end-session.server.ts';
import { safeText } from '#domain/shared/text.ts';
import type { Asked } from '../../asked.ts';
import { unsentReply } from '../../unsent/unsent-reply.ts';
import { profileForm } from './profile-form.ts';

const here = paths.dashboard('account');

/** The forms of the account tab, by their `intent`. */
export async function act(signedIn: SignedIn, form: FormData, { clientAddress }: Asked) {
  const { userId, sessionId } = signedIn;
  switch (form.get('intent')) {
    case 'profile':
      return submit(form, profileForm, (changes) => save(userId, changes), {
        formId: 'profile',
        fallback: fallbacks.profile,
        invalidStatus: hasTooLarge(form) ? 413 : 400,
      });
    case 'password':
      return submit(
        form,
        changePasswordForm,
        (value) => setPassword(signedIn, clientAddress, value),
        { formId: 'password', fallback: fallbacks.changePassword },
      );
    case 'remove-picture':
      await removeAvatar(userId);
      return redirectWithToast(here, { type: 'success', title: 'Picture removed' });
    case 'sign-out-everywhere':
      await endAllSessions(userId);
      return redirectWithToast(paths.login, signedOutEverywhere, {
        headers: await takeCookiesBack(),
      });
    case 'sign-out': {
      const { data: id } = safeText.safeParse(form.get('session'));
      if (id === undefined) throw new Response(null, { status: 400 });
      await endSession(userId, id);
      if (id !== sessionId) return redirectWithToast(here, signedOut);
      return redirectWithToast(paths.home, signedOut, { headers: await takeCookiesBack() });
    }
    default:
      throw new Response(null, { status: 400 });
  }
}

const signedOut = { type: 'success', title: 'Signed out' } as const;
const signedOutEverywhere = { type: 'success', title: 'Signed out everywhere' } as const;

/** The profile as it was typed. A picture has to be chosen again: no page can choose it. */
export const showUnsent = (form: FormData) =>
  form.get('intent') === 'profile' ? unsentReply('profile', profileForm, form) : null;

const hasTooLarge = (form: FormData) =>
  form.getAll('picture').some((file) => file instanceof File && file.size > maxPictureBytes);

async function save(userId: string, { picture, ...changes }: z.output<typeof profileForm>) {
  await updateUser(userId, { ...changes, picture: picture && (await bytesOf(picture)) });
  return redirectWithToast(here, { type: 'success', title: 'Profile updated' });
}

async function setPassword(
  signedIn: SignedIn,
  clientAddress: string,
  { currentPassword, password }: z.output<typeof changePasswordForm>,
) {
  const { email, hasPassword } = await waysToSignIn(signedIn.userId);
  if (hasPassword) await guardAttempt('login', clientAddress, email);
  await changePassword(signedIn, { current: currentPassword, next: password });
  const title = hasPassword ? 'Password changed' : 'Password set';
  return redirectWithToast(here, { type: 'success', title });
}

const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer());
