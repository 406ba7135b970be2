import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { NarrowPage } from '#app/components/narrow-page.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Checkbox, Field } from '#app/forms/field.tsx';
import { PasswordField } from '#app/forms/password-field.tsx';
import { readForm } from '#app/forms/read-form.server.ts';
import { submit } from '#app/forms/submit.server.ts';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { readDevice } from '#app/session/device.server.ts';
import { GitHubButton } from '#app/session/github-button.tsx';
import { localPath } from '#app/session/local-path.ts';
import { GitHubLogo, GoogleLogo } from '#app/session/provider-logos.tsx';
import { hasClient } from '#app/session/providers/client.server.ts';
import { createSessionHeaders, readUserAgent } from '#app/session/session.server.ts';
import { toClientAddresses } from '#app/session/to-client-addresses.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { publicPageMeta } from '#app/site/public-page-meta.ts';
import { logInForm } from '#domain/identity/accounts/contract.browser.ts';
import { logIn } from '#domain/identity/accounts/log-in.ts';

export const meta: MetaFunction = (args) =>
  publicPageMeta(
    {
      title: 'Login',
      description:
        'Sign in to Dakiya to see your API keys, your messages and your usage this month.',
    },
    args,
  );

const success = {
  type: 'success',
  title: 'Login Successful',
  message: 'You have successfully logged in.',
} as const;

const codeSent = {
  type: 'info',
  title: 'Check your email',
  message: 'If your password is correct, we have emailed you a code to sign in with.',
} as const;

const readReturnPath = (request: Request) => localPath(new URL(request.url).searchParams.get('to'));

/** Without a GitHub client no popup opens: the link leads back here with a toast. */
export function loader({ request }: LoaderFunctionArgs) {
  return { to: readReturnPath(request), github: hasClient('github') };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const to = readReturnPath(request) ?? paths.dashboard();
  const form = await readForm(request);
  return submit(
    form,
    logInForm,
    async ({ remember, ...input }) => {
      const device = await readDevice(request);
      const { token } = await logIn(
        input,
        { kind: 'browser', userAgent: readUserAgent(request), device: device.id },
        { from: toClientAddresses(context).clientAddress },
      );
      const headers = await createSessionHeaders(request, token, { remember: remember === 'on' });
      headers.append('set-cookie', device.setCookie);
      return redirectWithToast(to, success, { headers });
    },
    {
      formId: 'login',
      fallback: fallbacks.login,
      onError: ({ code }) => (code === 'login_code_required' ? codeSent : null),
    },
  );
}

export default function Login() {
  const { to, github } = useLoaderData<typeof loader>();
  const { form, fields, reply } = useValidatedForm({ id: 'login', schema: logInForm });
  const { error, initialValue } = reply?.result ?? {};
  const asksForCode = Boolean(error?.code || initialValue?.code);
  return (
    <NarrowPage
      lead={
        <>
          New here?{' '}
          <Link className="link" to={paths.register}>
            Sign up
          </Link>
        </>
      }
      title="Login"
    >
      <ValidatedForm fallback={fallbacks.login} form={form} reply={reply}>
        <Field autoComplete="username" field={fields.email} label="Email" type="email" />
        <PasswordField field={fields.password} kind="current" label="Password" />
        {asksForCode ? (
          <Field autoComplete="one-time-code" field={fields.code} label="Code from your email" />
        ) : null}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Checkbox field={fields.remember}>Remember me</Checkbox>
          <Link className="link text-sm" to={paths.forgotPassword}>
            Forgot password?
          </Link>
        </div>
        <SubmitButton busy="Signing in...">Login</SubmitButton>
      </ValidatedForm>
      <div className="grid gap-3 border-t border-line pt-6">
        <a
          className="button-provider"
          href={to ? `${paths.google}?${new URLSearchParams({ to })}` : paths.google}
        >
          <GoogleLogo />
          Continue with Google
        </a>
        {github ? (
          <GitHubButton className="button-provider" to={to}>
            <GitHubLogo />
            Continue with GitHub
          </GitHubButton>
        ) : (
          <a className="button-provider" href={paths.github}>
            <GitHubLogo />
            Continue with GitHub
          </a>
        )}
      </div>
    </NarrowPage>
  );
}
