import type { z } from 'zod';
import { draftReply } from '#app/dashboard/drafts/draft-reply.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { submit } from '#app/forms/submit.server.ts';
import { paths } from '#app/paths.ts';
import { clearSessionCookies } from '#app/session/session.server.ts';
import { redirectDone, redirectWithToast } from '#app/session/toast.server.ts';
import { changePassword } from '#domain/identity/accounts/change-password.ts';
import { changePasswordForm, maxAvatarBytes } from '#domain/identity/accounts/contract.browser.ts';
import {
  cancelEmailChange,
  resendEmailChange,
} from '#domain/identity/accounts/email-change/request-email-change.ts';
import { getSignInMethods } from '#domain/identity/accounts/get-sign-in-methods.ts';
import { removeAvatar, updateUser } from '#domain/identity/accounts/update-user.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { revokeAllSessions, revokeSession } from '#domain/identity/sessions/manage-sessions.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { normalizeEmail, safeText } from '#domain/shared/text.browser.ts';
import { profileForm } from './profile.tsx';

const here = paths.dashboard('account');

/** Handles the forms of the account screen, by `intent`. */
export async function act(signedIn: SignedInUser, form: FormData, clientAddress: string) {
  const { userId, sessionId } = signedIn;
  switch (form.get('intent')) {
    case 'profile':
      return submit(form, profileForm, (changes) => save(signedIn, clientAddress, changes), {
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
    case 'resend-email-change':
      return resend(userId);
    case 'cancel-email-change':
      await cancelEmailChange(userId);
      return redirectDone(here, 'Change cancelled');
    case 'remove-picture':
      await removeAvatar(userId);
      return redirectDone(here, 'Picture removed');
    case 'sign-out-everywhere':
      await revokeAllSessions(userId);
      return redirectWithToast(paths.login, signedOutEverywhere, {
        headers: await clearSessionCookies(),
      });
    case 'sign-out': {
      const { data: id } = safeText.safeParse(form.get('session'));
      if (id === undefined) throw new Response(null, { status: 400 });
      await revokeSession(userId, id);
      if (id !== sessionId) return redirectWithToast(here, signedOut);
      return redirectWithToast(paths.home, signedOut, { headers: await clearSessionCookies() });
    }
    default:
      throw new Response(null, { status: 400 });
  }
}

const nothingPending = {
  type: 'info',
  title: 'There is no pending change of your email address',
} as const;
const signedOut = { type: 'success', title: 'Signed out' } as const;
const signedOutEverywhere = { type: 'success', title: 'Signed out everywhere' } as const;

/** Restores the profile form. The picture has to be selected again: no page can select a file. */
export const showDraft = (form: FormData) =>
  form.get('intent') === 'profile' ? draftReply('profile', profileForm, form) : null;

const hasTooLarge = (form: FormData) =>
  form.getAll('picture').some((file) => file instanceof File && file.size > maxAvatarBytes);

async function save(
  signedIn: SignedInUser,
  clientAddress: string,
  { picture, ...changes }: z.output<typeof profileForm>,
) {
  const { email } = await getSignInMethods(signedIn.userId);
  const changesEmail = normalizeEmail(changes.email) !== normalizeEmail(email);
  await updateUser(
    signedIn,
    { ...changes, picture: picture && (await readBytes(picture)) },
    { from: clientAddress },
  );
  const message = `We have emailed a link to ${changes.email}. Your address changes when you open it.`;
  return redirectWithToast(here, {
    type: 'success',
    title: 'Profile updated',
    ...(changesEmail && { message }),
  });
}

/** Emails the link to the new address again. */
async function resend(userId: string) {
  try {
    const email = await resendEmailChange(userId);
    if (email === null) return redirectWithToast(here, nothingPending);
    const message = `We have emailed a new link to ${email}.`;
    return redirectDone(here, 'Link sent', message);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return redirectWithToast(here, { type: 'error', title: 'Error', message: error.message });
  }
}

async function setPassword(
  signedIn: SignedInUser,
  clientAddress: string,
  { currentPassword, password }: z.output<typeof changePasswordForm>,
) {
  const { hasPassword } = await getSignInMethods(signedIn.userId);
  const passwords = { current: currentPassword, next: password };
  await changePassword(signedIn, passwords, { from: clientAddress });
  const title = hasPassword ? 'Password changed' : 'Password set';
  return redirectDone(here, title);
}

const readBytes = async (file: File) => new Uint8Array(await file.arrayBuffer());
