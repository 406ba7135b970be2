import { Form, Link, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { QuietLink } from '#app/components/links.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { TitledCard } from '#app/components/titled-card.tsx';
import { ConfirmFirst } from '#app/dashboard/confirm/confirm-first.tsx';
import { actOnScreen, loadScreen } from '#app/dashboard/drafts/screen.server.ts';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { PasswordField } from '#app/forms/field.tsx';
import { IntentButton, SubmitLine } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { planName } from '#app/plans/plan-button.ts';
import { toClientAddresses } from '#app/session/to-client-addresses.ts';
import { useSignedInUser } from '#app/session/use-signed-in-user.ts';
import { dailyAverage } from '#app/usage/daily-average.ts';
import { loadUsage, type Usage } from '#app/usage/load-usage.server.ts';
import { UsageBar } from '#app/usage/usage-bar.tsx';
import {
  changePasswordForm,
  maxAvatarBytes,
  undoDays,
} from '#domain/identity/accounts/contract.browser.ts';
import { getSignInMethods } from '#domain/identity/accounts/get-sign-in-methods.ts';
import type { SessionOutput } from '#domain/identity/sessions/contract.ts';
import { listSessions } from '#domain/identity/sessions/manage-sessions.ts';
import { formatCount } from '#domain/shared/format-number.browser.ts';
import { act, showDraft } from './act.server.ts';
import { Profile } from './profile.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'account' };
export const meta = screenMeta('account');

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

/** The account screen: profile, password, usage, plan, sessions and data. */
export default function AccountScreen() {
  const { hasPassword, usage, sessions } = useLoaderData<typeof loader>();
  return (
    <ConfirmFirst>
      <div className="grid max-w-3xl gap-6">
        <Profile hasPassword={hasPassword} />
        <Password hasPassword={hasPassword} />
        <MessageUsage usage={usage} />
        <CurrentPlan />
        <Sessions sessions={sessions} />
        <YourData />
      </div>
    </ConfirmFirst>
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
            Your account and its data are deleted after {undoDays} days, in which you can change
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

/** A form that changes the password, or sets the first one. */
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
          This signs out all your other devices and programs. API keys go on working.
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
          <IntentButton value="sign-out-everywhere">Sign out everywhere</IntentButton>
        </Form>
      }
      heading="h2"
      id="sessions"
      title="Where you are signed in"
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
            aria-label={`Sign out ${device}`}
            className="button-quiet whitespace-nowrap"
            name="intent"
            type="submit"
            value="sign-out"
          >
            Sign out
          </button>
        </Form>
      )}
    </>
  );
}
