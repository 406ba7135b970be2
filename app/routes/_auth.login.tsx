import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { Link, useLoaderData, useNavigate } from '@remix-run/react';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { TextLink } from '#app/components/links.tsx';
import { NarrowPage } from '#app/components/pages.tsx';
import { SubmitButton } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Checkbox, Field } from '#app/forms/field.tsx';
import { readForm } from '#app/forms/read-form.server.ts';
import { orToast, submit } from '#app/forms/submit.server.ts';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { readDevice, readTrusted } from '#app/session/cookies.server.ts';
import { localPath } from '#app/session/local-path.ts';
import { onPopupResult, openPopup } from '#app/session/popup.ts';
import { hasClient } from '#app/session/providers/oauth-flow.server.ts';
import {
  createPendingHeaders,
  createSessionHeaders,
  readUserAgent,
  toClientAddresses,
} from '#app/session/session.server.ts';
import { PasskeySignIn, PasswordField } from '#app/session/sign-in-fields.tsx';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { publicPageMeta } from '#app/site/meta.ts';
import { logInForm } from '#domain/identity/accounts/contract.browser.ts';
import { logIn } from '#domain/identity/accounts/log-in.ts';
import { passkeyResponse } from '#domain/identity/factors/contract.browser.ts';
import { signInWithPasskey } from '#domain/identity/factors/passkeys.ts';

export const meta: MetaFunction = (args) =>
  publicPageMeta(
    {
      title: 'Login',
      description:
        'Log in to Dakiya to see your API keys, your messages and your usage this month.',
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
  message: 'If your password is correct, we have emailed you a code to log in with.',
} as const;

const readReturnPath = (request: Request) => localPath(new URL(request.url).searchParams.get('to'));

/** Without a GitHub client, the link opens no popup, but leads back to this page with a toast. */
export function loader({ request }: LoaderFunctionArgs) {
  const isNew = new URL(request.url).searchParams.has('registered');
  return { to: readReturnPath(request), github: hasClient('github'), isNew };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const to = readReturnPath(request) ?? paths.dashboard();
  const form = await readForm(request);
  const passkey = passkeyResponse.safeParse(form.get('passkey')).data;
  if (passkey !== undefined) {
    const here = to === paths.dashboard() ? paths.login : paths.loginThen(to);
    return orToast({ to: here, fallback: fallbacks.login }, async () => {
      const device = await readDevice(request);
      const { token } = await signInWithPasskey(
        passkey,
        {
          kind: 'browser',
          userAgent: readUserAgent(request),
          device: device.id,
          isRemembered: true,
        },
        { from: toClientAddresses(context).clientAddress },
      );
      const headers = await createSessionHeaders(request, token, { remember: true });
      headers.append('set-cookie', device.setCookie);
      return redirectWithToast(to, success, { headers });
    });
  }
  return submit(
    form,
    logInForm,
    async ({ remember, ...input }) => {
      const device = await readDevice(request);
      const isRemembered = remember === 'on';
      const { token, isPending } = await logIn(
        input,
        {
          ...{ kind: 'browser', userAgent: readUserAgent(request), device: device.id },
          ...{ isRemembered, trusted: await readTrusted(request) },
        },
        { from: toClientAddresses(context).clientAddress },
      );
      const headers = isPending
        ? await createPendingHeaders(request, token)
        : await createSessionHeaders(request, token, { remember: isRemembered });
      headers.append('set-cookie', device.setCookie);
      if (isPending) return redirect(paths.secondFactor(to), { headers });
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
  const { to, github, isNew } = useLoaderData<typeof loader>();
  const { form, fields, reply } = useValidatedForm({ id: 'login', schema: logInForm });
  const { error, initialValue } = reply?.result ?? {};
  const asksForCode = Boolean(error?.code || initialValue?.code);
  return (
    <NarrowPage
      lead={
        <>
          New here? <TextLink to={paths.register}>Sign up</TextLink>
        </>
      }
      title="Login"
    >
      {isNew ? (
        <p className="rounded-md border border-good/40 bg-good/5 px-3 py-2 text-sm">
          Your account exists, and we have sent you an email. Follow its link to confirm your
          address. You can log in now.
        </p>
      ) : null}
      <ValidatedForm fallback={fallbacks.login} form={form}>
        <Field autoComplete="username webauthn" field={fields.email} label="Email" type="email" />
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
        <SubmitButton busy="Logging in...">Login</SubmitButton>
      </ValidatedForm>
      <div className="grid gap-3 border-t border-line pt-6">
        <PasskeySignIn autofill to={to} />
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

/** GitHub's mark in black or white, otherwise unchanged (https://github.com/logos). */
function GitHubLogo() {
  return (
    <svg
      aria-hidden="true"
      className="size-[1.125rem] shrink-0 fill-[light-dark(#24292f,#fff)]"
      viewBox="0 0 16 16"
    >
      <path d="M8 0C3.58 0 0 3.58 0 8c0 3.54 2.29 6.53 5.47 7.59.4.07.55-.17.55-.38 0-.19-.01-.82-.01-1.49-2.01.37-2.53-.49-2.69-.94-.09-.23-.48-.94-.82-1.13-.28-.15-.68-.52-.01-.53.63-.01 1.08.58 1.23.82.72 1.21 1.87.87 2.33.66.07-.52.28-.87.51-1.07-1.78-.2-3.64-.89-3.64-3.95 0-.87.31-1.59.82-2.15-.08-.2-.36-1.02.08-2.12 0 0 .67-.21 2.2.82.64-.18 1.32-.27 2-.27.68 0 1.36.09 2 .27 1.53-1.04 2.2-.82 2.2-.82.44 1.1.16 1.92.08 2.12.51.56.82 1.27.82 2.15 0 3.07-1.87 3.75-3.65 3.95.29.25.54.73.54 1.48 0 1.07-.01 1.93-.01 2.2 0 .21.15.46.55.38A8.013 8.013 0 0 0 16 8c0-4.42-3.58-8-8-8z" />
    </svg>
  );
}

/**
 * Google's G in its four colours, as required on every Google sign-in button
 * (https://developers.google.com/identity/branding-guidelines).
 */
function GoogleLogo() {
  return (
    <svg aria-hidden="true" className="size-[1.125rem] shrink-0" viewBox="0 0 18 18">
      <path
        d="M17.64 9.2c0-.637-.057-1.251-.164-1.84H9v3.481h4.844a4.14 4.14 0 0 1-1.796 2.716v2.259h2.908c1.702-1.567 2.684-3.875 2.684-6.615z"
        fill="#4285F4"
      />
      <path
        d="M9 18c2.43 0 4.467-.806 5.956-2.184l-2.908-2.259c-.806.54-1.837.86-3.048.86-2.344 0-4.328-1.584-5.036-3.711H.957v2.332A8.997 8.997 0 0 0 9 18z"
        fill="#34A853"
      />
      <path
        d="M3.964 10.706A5.41 5.41 0 0 1 3.682 9c0-.593.102-1.17.282-1.706V4.962H.957A8.996 8.996 0 0 0 0 9c0 1.452.348 2.827.957 4.038l3.007-2.332z"
        fill="#FBBC05"
      />
      <path
        d="M9 3.58c1.321 0 2.508.454 3.44 1.345l2.582-2.58C13.463.891 11.426 0 9 0A8.997 8.997 0 0 0 .957 4.962l3.007 2.332C4.672 5.163 6.656 3.58 9 3.58z"
        fill="#EA4335"
      />
    </svg>
  );
}

type GitHubButtonProps = {
  /** Path to continue at after the sign-in. */
  to?: string | null | undefined;
  className?: string;
  children: ReactNode;
};

/**
 * Signs in with GitHub in a popup. Without JavaScript, or if the browser blocks popups, the link opens in
 * this window.
 */
function GitHubButton({ to, className, children }: GitHubButtonProps) {
  const navigate = useNavigate();
  const stopListening = useRef<() => void>();
  useEffect(() => () => stopListening.current?.(), []);

  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const popup = openPopup(linkTo({ to, popup: '1' }));
    if (!popup) return;
    event.preventDefault();
    popup.focus();
    stopListening.current?.();
    stopListening.current = onPopupResult(popup, (answer) => {
      const query = 'token' in answer ? { token: answer.token } : { error: answer.error, to };
      navigate(`${paths.authCallback}?${toQuery(query)}`);
    });
  };

  return (
    <a className={className} href={linkTo({ to })} onClick={open}>
      {children}
    </a>
  );
}

function linkTo(query: Record<string, string | null | undefined>): string {
  const text = toQuery(query);
  return text === '' ? paths.github : `${paths.github}?${text}`;
}

function toQuery(query: Record<string, string | null | undefined>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return new URLSearchParams(given).toString();
}
