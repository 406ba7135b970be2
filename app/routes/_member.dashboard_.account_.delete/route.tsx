import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { TextLink } from '#app/components/links.tsx';
import { AccountPage } from '#app/components/sections.tsx';
import { actOnScreen } from '#app/dashboard/screen.server.ts';
import { confirmFirst } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Checkbox } from '#app/forms/field.tsx';
import { submit } from '#app/forms/submit.server.ts';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { clearSessionCookies, requireSignedInUser } from '#app/session/session.server.ts';
import { PasswordField } from '#app/session/sign-in-fields.tsx';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { requestDeletion } from '#domain/identity/account-deletion/request-deletion.ts';
import { deletionForm, undoDays } from '#domain/identity/accounts/contract.browser.ts';
import { getSignInMethods } from '#domain/identity/accounts/sign-in-with-provider.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'account' };
export const meta = () => noIndexMeta('Delete your account');

export async function loader({ request }: LoaderFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  const { email, hasPassword } = await getSignInMethods(userId);
  return { email, hasPassword };
}

export const action = actOnScreen(
  'account',
  (signedIn, form, { context }) =>
    submit(
      form,
      deletionForm,
      async ({ password }) => {
        await requestDeletion(signedIn, password, { from: context.clientAddress ?? '' });
        return redirectWithToast(paths.home, asked, { headers: await clearSessionCookies() });
      },
      { formId: 'delete', fallback: fallbacks.deleteAccount },
    ),
  { recentSignIn: false },
);

const asked = {
  type: 'success',
  title: 'Your account is going to be deleted',
  message: `You are logged out. If you change your mind within ${undoDays} days, log in again.`,
} as const;

export default confirmFirst(DeleteAccountScreen);

/** Says what is deleted and what is kept, and asks for the password. */
function DeleteAccountScreen() {
  const { email, hasPassword } = useLoaderData<typeof loader>();
  const { form, fields } = useValidatedForm({ id: 'delete', schema: deletionForm });
  return (
    <AccountPage
      text={`You are about to delete the account of ${email}, with all of its keys, messages and plans.`}
      title="Delete your account"
    >
      <Consequences />
      <p className="text-sm">
        After you have requested the deletion, you can no longer export your data.{' '}
        <TextLink to={paths.exportData}>Export your data</TextLink>
      </p>
      <section aria-label="Delete your account" className="card p-5">
        <ValidatedForm fallback={fallbacks.deleteAccount} form={form}>
          {hasPassword ? (
            <PasswordField field={fields.password} kind="current" label="Your password" />
          ) : null}
          <Checkbox field={fields.understood}>
            Delete my account. I know that my programs can no longer send.
          </Checkbox>
          <SubmitLine busy="Deleting...">Delete my account</SubmitLine>
        </ValidatedForm>
      </section>
    </AccountPage>
  );
}

/** What happens to an account that is deleted, and when. */
function Consequences() {
  return (
    <dl className="card divide-y divide-line text-sm">
      <Consequence when="At once">
        All devices are logged out, and your API keys stop working within a second. Messages that
        have not been sent are cancelled and credited back, also scheduled messages. One-time
        passwords that were sent can no longer be verified.
      </Consequence>
      <Consequence when={`For ${undoDays} days`}>
        You can change your mind: log in, or follow the link that we email to your confirmed
        address. Your keys then work again; cancelled messages stay cancelled.
      </Consequence>
      <Consequence when="Then, permanently">
        Your profile, keys, senders and templates, suppressions, settings, statistics and the texts
        of your messages are deleted. You can sign up again with the same address. A paid plan ends,
        and the rest of its period is not refunded. If you want a refund, request it before you
        delete the account, as explained under{' '}
        <TextLink to={paths.refunds}>Cancellations & Refunds</TextLink>.
      </Consequence>
      <Consequence when="What we must keep">
        We keep invoices and records of payments for as long as tax law requires. We keep the log of
        your messages for a year, without texts, and with pseudonyms instead of numbers. The{' '}
        <TextLink to={paths.privacy}>Privacy Policy</TextLink> has the details.
      </Consequence>
    </dl>
  );
}

function Consequence({ when, children }: { when: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 px-5 py-3 sm:grid-cols-[9rem_1fr] sm:gap-4">
      <dt className="font-medium">{when}</dt>
      <dd className="text-faint">{children}</dd>
    </div>
  );
}
