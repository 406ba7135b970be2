import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { Form, useLoaderData, useSubmit } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { readForm } from '#app/forms/read-form.server.ts';
import { paths } from '#app/paths.ts';
import { localPath } from '#app/session/local-path.ts';
import { postToOpener } from '#app/session/popup.ts';
import {
  consumeSignInCode,
  type Failure,
  failureToast,
  findSignInUser,
} from '#app/session/providers/sign-in-result.server.ts';
import { createPendingHeaders, createSessionHeaders } from '#app/session/session.server.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';

export const meta: MetaFunction = () => noIndexMeta('Authenticating...');

/**
 * Loads the result of the sign-in without creating the session: a loader must not change anything, because a browser can
 * open a URL twice.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get('token');
  const error = searchParams.get('error');
  const popup = searchParams.get('popup') === '1';
  if (error === null && token) {
    return { token, popup, user: popup ? await findSignInUser(request) : null };
  }
  const failure = error ?? ('no_token' satisfies Failure);
  const to = localPath(searchParams.get('to'));
  if (popup) return { error: failure, to };
  return redirectWithToast(to ? paths.loginThen(to) : paths.login, failureToast(failure));
}

/** Exchanges the one-time code for a session, in the browser to which the code is bound. */
export async function action({ request }: ActionFunctionArgs) {
  const token = (await readForm(request)).get('token');
  const consumed = typeof token === 'string' ? await consumeSignInCode(token, request) : null;
  if (!consumed) {
    return redirectWithToast(paths.login, failureToast('code_over' satisfies Failure));
  }
  const { isPending, setCookies } = consumed;
  const to = localPath(consumed.to) ?? paths.dashboard();
  const headers = isPending
    ? await createPendingHeaders(request, consumed.token)
    : await createSessionHeaders(request, consumed.token, { remember: true });
  for (const line of setCookies) headers.append('set-cookie', line);
  if (isPending) return redirect(paths.secondFactor(to), { headers });
  return redirectWithToast(
    to,
    {
      type: 'success',
      title: 'Login Successful',
      message: 'You have successfully logged in.',
    },
    { headers },
  );
}

/** The page at the end of every provider sign-in. With JavaScript, it continues automatically. */
export default function AuthCallback() {
  const outcome = useLoaderData<typeof loader>();
  const form = useRef<HTMLFormElement>(null);
  const handled = useRef(false);
  const submit = useSubmit();

  useEffect(() => {
    if (handled.current) return;
    handled.current = true;
    if ('error' in outcome) {
      if (!postToOpener({ error: outcome.error })) window.location.replace(failedPath(outcome));
    } else if (!outcome.popup || !postToOpener({ token: outcome.token, user: outcome.user })) {
      submit(form.current, { replace: true });
    }
  }, [outcome, submit]);

  return (
    <div className="flex flex-col items-center gap-6 py-16 text-center">
      <span
        aria-hidden="true"
        className="size-10 animate-spin rounded-full border-2 border-line border-t-coral motion-reduce:animate-none"
      />
      <h1 className="font-serif text-2xl" role="status">
        Authenticating...
      </h1>
      {'error' in outcome ? (
        <noscript>
          <a className="text-airmail underline" href={failedPath(outcome)}>
            Back to the login
          </a>
        </noscript>
      ) : (
        <Form action={paths.authCallback} method="post" ref={form} replace>
          <input name="token" type="hidden" value={outcome.token} />
          <noscript>
            <button className="button-primary" type="submit">
              Continue
            </button>
          </noscript>
        </Form>
      )}
    </div>
  );
}

function failedPath({ error, to }: { error: string; to: string | null }): string {
  return `${paths.authCallback}?${new URLSearchParams({ error, ...(to && { to }) })}`;
}
