import { Form, Link, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { QuietLink } from '#app/components/links.tsx';
import { TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { actOnScreen, draftReply, loadScreen } from '#app/dashboard/screen.server.ts';
import { confirmFirst, screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { IntentButton, SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { submit } from '#app/forms/submit.server.ts';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { planName } from '#app/plans/plans.ts';
import {
  clearSessionCookies,
  toClientAddresses,
  writeRenewedSession,
} from '#app/session/session.server.ts';
import { PasswordField } from '#app/session/sign-in-fields.tsx';
import { redirectDone, redirectWithToast } from '#app/session/toast.server.ts';
import { useSignedInUser } from '#app/session/use-signed-in-user.ts';
import { loadUsage, type Usage } from '#app/usage/load-usage.server.ts';
import { dailyAverage, UsageBar } from '#app/usage/usage-bar.tsx';
import { changePassword } from '#domain/identity/accounts/change-password.ts';
import {
  changePasswordForm,
  maxAvatarBytes,
  undoDays,
} from '#domain/identity/accounts/contract.browser.ts';
import { resendEmailChange, withdrawEmailChange } from '#domain/identity/accounts/email-change.ts';
import { getSignInMethods } from '#domain/identity/accounts/sign-in-with-provider.ts';
import { removeAvatar, updateUser } from '#domain/identity/accounts/update-user.ts';
import type { SessionOutput, SignedInUser } from '#domain/identity/sessions/contract.ts';
import {
  listSessions,
  revokeSession,
  signOutEverywhere,
} from '#domain/identity/sessions/manage-sessions.ts';
import { DomainError, sentenceForPeople } from '#domain/shared/errors.browser.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { normalizeEmail, safeText } from '#domain/shared/text.browser.ts';
import { Profile, profileForm } from './profile.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'account' };
export const meta = screenMeta('account');

const here = paths.dashboard('account');

/** Handles the forms of the account screen, by `intent`. */
async function act(signedIn: SignedInUser, form: FormData, clientAddress: string) {
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
      await withdrawEmailChange(userId);
      return redirectDone(here, 'Change cancelled');
    case 'remove-picture':
      await removeAvatar(userId);
      return redirectDone(here, 'Picture removed');
    case 'sign-out-everywhere':
      await signOutEverywhere(userId);
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
const signedOut = { type: 'success', title: 'Logged out' } as const;
const signedOutEverywhere = { type: 'success', title: 'Logged out everywhere' } as const;

/** Restores the profile form. The picture has to be selected again: no page can select a file. */
const showDraft = (form: FormData) =>
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
    return redirectWithToast(here, {
      type: 'error',
      title: 'Error',
      message: sentenceForPeople(error),
    });
  }
}

async function setPassword(
  signedIn: SignedInUser,
  clientAddress: string,
  { currentPassword, password }: z.output<typeof changePasswordForm>,
) {
  const { hasPassword } = await getSignInMethods(signedIn.userId);
  const passwords = { current: currentPassword, next: password };
  const renewed = await changePassword(signedIn, passwords, { from: clientAddress });
  const title = hasPassword ? 'Password changed' : 'Password set';
  const headers = new Headers();
  if (renewed) headers.append('set-cookie', await writeRenewedSession(renewed));
  return redirectWithToast(here, { type: 'success', title }, { headers });
}

const readBytes = async (file: File) => new Uint8Array(await file.arrayBuffer());

/** Loads the usage, the sessions, and whether the user has a password. */
export const loader = loadScreen(
  'account',
  async (signedIn) => {
    const [usage, sessions, { hasPassword }] = await Promise.all([
      loadUsage(signedIn),
      listSessions(signedIn),
      getSignInMethods(signedIn.userId),
    ]);
    return { usage, sessions, hasPassword };
  },
  showDraft,
);

export const action = actOnScreen(
  'account',
  (signedIn, form, { context }) => act(signedIn, form, toClientAddresses(context).clientAddress),
  { recentSignIn: false, showDraft, maxFileBytes: maxAvatarBytes },
);

export default confirmFirst(AccountScreen);

function AccountScreen() {
  const { hasPassword, usage, sessions } = useLoaderData<typeof loader>();
  return (
    <div className="card-columns">
      <Profile hasPassword={hasPassword} />
      <Password hasPassword={hasPassword} />
      <MessageUsage usage={usage} />
      <CurrentPlan />
      <Sessions sessions={sessions} />
      <YourData />
    </div>
  );
}

/** The user's plan, with links to its details and to other plans. */
function CurrentPlan() {
  const user = useSignedInUser();
  return (
    <section
      aria-labelledby="current-plan-title"
      className="card flex flex-wrap items-center justify-between gap-4 px-5 py-4"
    >
      <div className="grid gap-1">
        <h2 className="text-xs text-faint" id="current-plan-title">
          Current Plan
        </h2>
        <p className="font-medium">{planName(user)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <QuietLink to={paths.dashboard('plan-details')}>View Plan Details</QuietLink>
        <QuietLink to={paths.plans}>Upgrade Plan</QuietLink>
      </div>
    </section>
  );
}

/** Links to the export of the account's data, and to the deletion of the account. */
function YourData() {
  return (
    <TitledCard heading="h2" id="data" title="Your data">
      <ul className="divide-y divide-line">
        <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
          <p className="max-w-md text-sm text-faint">
            A copy of what we store about your account, as JSON and CSV.
          </p>
          <QuietLink to={paths.exportData}>Export your data</QuietLink>
        </li>
        <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
          <p className="max-w-md text-sm text-faint">
            Your account and its data are deleted after {undoDays} days. Until then, you can change
            your mind.
          </p>
          <Link className="button-quiet text-bad" to={paths.deleteAccount}>
            Delete your account
          </Link>
        </li>
      </ul>
    </TitledCard>
  );
}

/** The message usage of this month: used, daily average, remaining, and the reset date. */
function MessageUsage({ usage }: { usage: Usage }) {
  const { messagesUsed, messageLimit, endsAt } = usage;
  return (
    <TitledCard heading="h2" id="usage" title="Message Usage">
      <div className="grid gap-5 p-5">
        <UsageBar label="Messages this month" limit={messageLimit} used={messagesUsed} />
        <p className="text-xs text-faint">
          A quota unit is one segment: a text of three segments uses three messages.
        </p>
        <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-3">
          <Detail label="Daily average">{formatCount(dailyAverage(messagesUsed))}</Detail>
          <Detail label="Remaining">{formatCount(Math.max(0, messageLimit - messagesUsed))}</Detail>
          <Detail label="Resets on">
            <Timestamp at={endsAt} />
          </Detail>
        </dl>
      </div>
    </TitledCard>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 sm:grid sm:gap-1">
      <dt className="text-xs text-faint">{label}</dt>
      <dd className="text-sm tabular-nums">{children}</dd>
    </div>
  );
}

/** A form that changes the password, or sets the first password. */
function Password({ hasPassword }: { hasPassword: boolean }) {
  const { form, fields } = useValidatedForm({ id: 'password', schema: changePasswordForm });
  return (
    <TitledCard
      heading="h2"
      id="password"
      title={hasPassword ? 'Change password' : 'Set a password'}
    >
      <ValidatedForm
        className="grid gap-5 p-5"
        fallback={fallbacks.changePassword}
        form={form}
        intent="password"
      >
        <p className="text-sm text-faint">
          This signs out all your other devices and programs. API keys keep working.
        </p>
        {hasPassword ? (
          <div className="grid gap-5 sm:grid-cols-2">
            <PasswordField field={fields.currentPassword} kind="current" label="Current password" />
          </div>
        ) : null}
        <div className="grid gap-5 sm:grid-cols-2">
          <PasswordField field={fields.password} kind="new" label="New password" />
          <PasswordField
            field={fields.passwordConfirm}
            kind="repeated"
            label="Repeat the new password"
          />
        </div>
        <SubmitLine busy="Saving...">{hasPassword ? 'Change password' : 'Set password'}</SubmitLine>
      </ValidatedForm>
    </TitledCard>
  );
}

/** The user's sessions, with buttons to end them. */
function Sessions({ sessions }: { sessions: SessionOutput[] }) {
  return (
    <TitledCard
      aside={
        <Form method="post">
          <IntentButton value="sign-out-everywhere">Logout everywhere</IntentButton>
        </Form>
      }
      heading="h2"
      id="sessions"
      title="Where you are logged in"
    >
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <li
            className="flex min-h-14 items-center justify-between gap-3 px-5 py-2"
            key={session.id}
          >
            <Session session={session} />
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

function Session({ session }: { session: SessionOutput }) {
  const { id, device, lastSeenAt, current } = session;
  return (
    <>
      <div className="grid min-w-0 gap-0.5">
        <p className="truncate text-sm">{device}</p>
        <p className="text-xs text-faint">
          Last seen <Timestamp at={lastSeenAt} />
        </p>
      </div>
      {current ? (
        <span className="stamp text-good">This device</span>
      ) : (
        <Form method="post" preventScrollReset>
          <input name="session" type="hidden" value={id} />
          <button
            aria-label={`Logout ${device}`}
            className="button-quiet whitespace-nowrap"
            name="intent"
            type="submit"
            value="sign-out"
          >
            Logout
          </button>
        </Form>
      )}
    </>
  );
}
