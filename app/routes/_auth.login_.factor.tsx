import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { TextLink } from '#app/components/links.tsx';
import { NarrowPage } from '#app/components/pages.tsx';
import { SubmitButton } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Checkbox, Field } from '#app/forms/field.tsx';
import { readForm } from '#app/forms/read-form.server.ts';
import { submit } from '#app/forms/submit.server.ts';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { readDevice, writeTrusted } from '#app/session/cookies.server.ts';
import { localPath } from '#app/session/local-path.ts';
import {
  createSessionHeaders,
  forgetPendingSignIn,
  readPendingToken,
  readUserAgent,
  toClientAddresses,
} from '#app/session/session.server.ts';
import { PasskeySignIn } from '#app/session/sign-in-fields.tsx';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { factorForm } from '#domain/identity/factors/contract.browser.ts';
import { completeSignIn, findPendingSignIn } from '#domain/identity/factors/pending-sign-ins.ts';

export const meta = () => noIndexMeta('Second factor');

const readReturnPath = (request: Request) => localPath(new URL(request.url).searchParams.get('to'));

const success = {
  type: 'success',
  title: 'Login Successful',
  message: 'You have successfully logged in.',
} as const;

const expired = {
  type: 'info',
  title: 'Please log in again',
  message: 'You did not enter the second factor in time.',
} as const;

/** Redirects to the login page if the browser has no sign-in that waits for its second factor. */
export async function loader({ request }: LoaderFunctionArgs) {
  const token = await readPendingToken(request);
  const to = readReturnPath(request);
  const pending = token ? await findPendingSignIn(token) : null;
  if (pending) return { to, hasPasskeys: pending.hasPasskeys, mayTrust: pending.mayTrust };
  throw redirect(to ? paths.loginThen(to) : paths.login);
}

/** Completes the sign-in with a code. */
export async function action({ request, context }: ActionFunctionArgs) {
  const to = readReturnPath(request);
  const form = await readForm(request);
  const token = await readPendingToken(request);
  return submit(
    form,
    factorForm,
    async ({ code, trust }) => {
      const device = await readDevice(request);
      const done = token
        ? await completeSignIn(
            token,
            { code, trust: trust === 'on' },
            { kind: 'browser', userAgent: readUserAgent(request), device: device.id },
            { from: toClientAddresses(context).clientAddress },
          )
        : null;
      if (!done) {
        const headers = new Headers({ 'set-cookie': await forgetPendingSignIn() });
        return redirectWithToast(to ? paths.loginThen(to) : paths.login, expired, { headers });
      }
      const remember = done.isRemembered;
      const headers = await createSessionHeaders(request, done.token, { remember });
      headers.append('set-cookie', device.setCookie);
      headers.append('set-cookie', await forgetPendingSignIn());
      if (done.trusted) headers.append('set-cookie', await writeTrusted(done.trusted));
      return redirectWithToast(to ?? paths.dashboard(), success, { headers });
    },
    { formId: 'factor', fallback: fallbacks.secondFactor },
  );
}

/** Asks for the second factor after the password or the provider. */
export default function SecondFactor() {
  const { to, hasPasskeys, mayTrust } = useLoaderData<typeof loader>();
  const { form, fields } = useValidatedForm({ id: 'factor', schema: factorForm });
  return (
    <NarrowPage
      lead="Enter the code that your authenticator app shows, or one of your recovery codes."
      title="Second factor"
    >
      <ValidatedForm fallback={fallbacks.secondFactor} form={form}>
        <Field autoComplete="one-time-code" field={fields.code} label="Code" />
        {mayTrust ? (
          <Checkbox field={fields.trust}>Do not ask on this device for 30 days</Checkbox>
        ) : null}
        <SubmitButton busy="Checking...">Continue</SubmitButton>
      </ValidatedForm>
      {hasPasskeys ? <PasskeySignIn to={to} /> : null}
      <p className="border-t border-line pt-6 text-sm text-faint">
        Lost your phone and your recovery codes?{' '}
        <TextLink to={paths.docsSection('second-factors')}>What to do</TextLink>.{' '}
        <TextLink to={to ? paths.loginThen(to) : paths.login}>Start again</TextLink>
      </p>
    </NarrowPage>
  );
}
