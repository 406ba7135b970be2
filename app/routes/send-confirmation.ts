import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { readForm } from '#app/forms/read-form.server.ts';
import { paths } from '#app/paths.ts';
import { localPath } from '#app/session/local-path.ts';
import { requireSignedInUser, toClientAddresses } from '#app/session/session.server.ts';
import { redirectDone, redirectWithToast } from '#app/session/toast.server.ts';
import { getUser } from '#domain/billing/get-user.ts';
import { resendConfirmationEmail } from '#domain/identity/accounts/confirm-email.ts';
import { DomainError, sentenceForPeople } from '#domain/shared/errors.browser.ts';

/** Redirects to the dashboard. Visitors who had to sign in first come back to this address with GET. */
export const loader = () => redirect(paths.dashboard());

/** Emails the confirmation link again. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  const form = await readForm(request);
  const to = localPath(form.get('to')) ?? paths.dashboard();
  try {
    const { email } = await getUser(userId);
    await resendConfirmationEmail(userId, { from: toClientAddresses(context).clientAddress });
    return redirectDone(to, 'Link sent', `We have emailed a new link to ${email}.`);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return redirectWithToast(to, {
      type: 'error',
      title: 'Error',
      message: sentenceForPeople(error),
    });
  }
}
