import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { CopyButton } from '#app/components/copy-button.tsx';
import { TextLink } from '#app/components/links.tsx';
import { TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { actOnScreen } from '#app/dashboard/screen.server.ts';
import {
  confirmFirst,
  PageHeading,
  pageBelow,
  pageBelowMeta,
} from '#app/dashboard/screen-route.tsx';
import { IntentButton } from '#app/forms/buttons.tsx';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import {
  type Factors,
  fewRecoveryCodes,
  type TrustedDeviceOutput,
} from '#domain/identity/factors/contract.browser.ts';
import { getFactors } from '#domain/identity/factors/manage-factors.ts';
import { findFactorReset } from '#domain/identity/factors/reset-factors.ts';
import { listTrustedDevices } from '#domain/identity/factors/trusted-devices.ts';
import { forms, type Shown } from './act.server.ts';
import { Passkeys } from './passkeys.tsx';
import { SetUpApp } from './set-up-app.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle = pageBelow('settings', () => 'Second factors');
export const meta = pageBelowMeta(handle, 'Second factors');

export async function loader({ request }: LoaderFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  const [factors, devices, resetDueAt] = await Promise.all([
    getFactors(userId),
    listTrustedDevices(userId),
    findFactorReset(userId),
  ]);
  return { factors, devices, resetDueAt };
}

export const action = actOnScreen('settings', forms.act, { recentSignIn: forms.recentSignIn });

export default confirmFirst(FactorsScreen);

/** The second factors of the user. */
function FactorsScreen() {
  const { factors, devices, resetDueAt } = useLoaderData<typeof loader>();
  const { enrolment, recoveryCodes, newPasskey } = (useActionData() as Shown | undefined) ?? {};
  return (
    <div className="grid max-w-3xl gap-6">
      <PageHeading />
      <p className="max-w-2xl text-sm text-faint">
        With a second factor, a stolen password alone gives no access: each sign-in, also with
        Google or GitHub, and each sensitive action needs the factor too.{' '}
        <TextLink to={paths.docsSection('second-factors')}>How it works</TextLink>
      </p>
      {resetDueAt ? <PendingReset dueAt={resetDueAt} /> : null}
      {recoveryCodes ? <NewRecoveryCodes codes={recoveryCodes} /> : null}
      {enrolment ? <SetUpApp enrolment={enrolment} /> : <App totp={factors.totp} />}
      <Passkeys newPasskey={newPasskey} passkeys={factors.passkeys} />
      <RecoveryCodes factors={factors} />
      <TrustedDevices devices={devices} />
    </div>
  );
}

/** Says that support will remove all second factors, with a button by which the owner can stop this. */
function PendingReset({ dueAt }: { dueAt: Date }) {
  return (
    <TitledCard heading="h2" id="reset" role="status" title="Support removes your second factors">
      <div className="flex flex-wrap items-center justify-between gap-4 px-5 py-4">
        <p className="max-w-md text-sm text-bad">
          Our support was asked to remove all second factors and recovery codes of your account.
          They will be removed on <Timestamp at={dueAt} />. If you did not ask for this, stop the
          removal and set a new password.
        </p>
        <Form method="post">
          <IntentButton value="stop-reset">Stop it</IntentButton>
        </Form>
      </div>
    </TitledCard>
  );
}

/** The authenticator app, or a button that sets one up. */
function App({ totp }: { totp: Factors['totp'] }) {
  return (
    <TitledCard
      aside={totp ? <span className="stamp text-good">On</span> : null}
      heading="h2"
      id="app"
      title="Authenticator app"
    >
      <div className="flex flex-wrap items-center justify-between gap-4 px-5 py-4">
        <p className="max-w-md text-sm text-faint">
          {totp ? (
            <>
              Set up <Timestamp at={totp.createdAt} />, last used <Timestamp at={totp.lastUsedAt} />
              . To move to another phone, remove the app and set it up again.
            </>
          ) : (
            'An app on your phone shows a new code every 30 seconds, without a network. Any app for one-time codes works, such as Aegis, Google Authenticator or 1Password.'
          )}
        </p>
        <Form method="post" preventScrollReset>
          {totp ? (
            <IntentButton value="remove-app">Remove the app</IntentButton>
          ) : (
            <IntentButton value="set-up-app">Set up an app</IntentButton>
          )}
        </Form>
      </div>
    </TitledCard>
  );
}

/** How many recovery codes are left. */
function RecoveryCodes({ factors }: { factors: Factors }) {
  const { totp, passkeys, recoveryCodes } = factors;
  if (!totp && passkeys.length === 0) return null;
  const isLow = recoveryCodes <= fewRecoveryCodes;
  return (
    <TitledCard heading="h2" id="recovery" title="Recovery codes">
      <div className="flex flex-wrap items-center justify-between gap-4 px-5 py-4">
        <p className={`max-w-md text-sm ${isLow ? 'text-bad' : 'text-faint'}`}>
          {describeLeft(recoveryCodes)} New codes replace all earlier ones.
        </p>
        <Form method="post">
          <IntentButton value="new-recovery-codes">Create new codes</IntentButton>
        </Form>
      </div>
    </TitledCard>
  );
}

function describeLeft(count: number): string {
  if (count === 0)
    return 'You have no unused recovery code: if you lose the other factors, you cannot sign in.';
  if (count === 1) return 'You have one unused recovery code.';
  return `You have ${count} unused recovery codes.`;
}

/** The trusted devices, which sign in without the second factor. The user can remove each of them. */
function TrustedDevices({ devices }: { devices: TrustedDeviceOutput[] }) {
  if (devices.length === 0) return null;
  return (
    <TitledCard
      heading="h2"
      id="trusted-devices"
      text="These devices log in without the second factor. Sensitive actions still need it. If you set a new password or change your factors, all these devices are removed."
      title="Trusted devices"
    >
      <ul className="divide-y divide-line">
        {devices.map(({ id, name, createdAt, lastUsedAt, expiresAt }) => (
          <li
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4"
            key={id}
          >
            <div className="grid min-w-0 gap-1 text-sm">
              <span className="[overflow-wrap:anywhere]">{name}</span>
              <span className="text-xs text-faint">
                Since <Timestamp at={createdAt} />, until <Timestamp at={expiresAt} />
                {lastUsedAt ? (
                  <>
                    , last used <Timestamp at={lastUsedAt} />
                  </>
                ) : null}
              </span>
            </div>
            <Form method="post" preventScrollReset>
              <input name="id" type="hidden" value={id} />
              <button
                aria-label={`Remove the trusted device ${name}`}
                className="button-quiet text-bad"
                name="intent"
                type="submit"
                value="forget-device"
              >
                Remove
              </button>
            </Form>
          </li>
        ))}
      </ul>
      <div className="border-t border-line px-5 py-4">
        <Form method="post" preventScrollReset>
          <IntentButton value="forget-devices">Remove all</IntentButton>
        </Form>
      </div>
    </TitledCard>
  );
}

/** New recovery codes, which the page shows only once. */
function NewRecoveryCodes({ codes }: { codes: string[] }) {
  const text = codes.join('\n');
  return (
    <TitledCard
      aside={<CopyButton label="Recovery codes" text={text} />}
      heading="h2"
      id="new-codes"
      role="status"
      text="Each code can replace a lost phone or passkey once. Keep the codes where your phone is not, such as on paper or in a password manager. They are not shown again."
      title="Your recovery codes"
    >
      <div className="grid gap-4 p-5">
        <ol className="grid gap-x-6 gap-y-1 font-mono text-sm md:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <p>
          <Link className="button-quiet" to={paths.factors}>
            I have saved the codes
          </Link>
        </p>
      </div>
    </TitledCard>
  );
}
