import { isRouteErrorResponse, Link, useNavigate } from '@remix-run/react';
import { type ReactNode, useEffect } from 'react';
import { paths } from '#app/paths.ts';
import { useFailedRequestId } from '#app/request-context.ts';
import { Postmark } from './icons.tsx';
import { TextLink } from './links.tsx';

type NarrowPageProps = { title: string; lead?: ReactNode; children: ReactNode };

/** A narrow column with a headline and a single task. */
export function NarrowPage({ title, lead, children }: NarrowPageProps) {
  return (
    <div className="mx-auto grid w-full max-w-sm gap-6">
      <header className="grid gap-2">
        <h1 className="font-serif text-2xl leading-none">{title}</h1>
        {lead ? <p className="text-sm text-faint">{lead}</p> : null}
      </header>
      {children}
    </div>
  );
}

type SuccessThenLoginProps = {
  message: string;
  /** Whether the page stays open, because reading the message takes more than two seconds. */
  stays?: boolean;
};

/** A success message that leads to the login page. */
export function SuccessThenLogin({ message, stays = false }: SuccessThenLoginProps) {
  return (
    <div className="grid gap-4">
      <p className="rounded-md border border-good/40 bg-good/5 px-3 py-2 text-sm" role="status">
        {message}
      </p>
      <p className="text-sm">
        <TextLink to={paths.login}>Go to login</TextLink>
      </p>
      {stays ? null : <DelayedRedirect to={paths.login} />}
    </div>
  );
}

const delaySeconds = 2;

/** Navigates to another page after two seconds. */
export function DelayedRedirect({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(to), delaySeconds * 1_000);
    return () => clearTimeout(timer);
  }, [navigate, to]);
  return (
    <noscript>
      <meta content={`${delaySeconds};url=${to}`} httpEquiv="refresh" />
    </noscript>
  );
}

/**
 * The error page. For a server error, the page shows the request id, so that the operator can find the
 * error in the log.
 */
export function ErrorPage({ error }: { error: unknown }) {
  const failedRequestId = useFailedRequestId();
  const requestId = isOurs(error) ? failedRequestId : undefined;
  return (
    <FullPageNotice
      link={{ to: paths.home, label: 'Back to Home' }}
      {...describeError(error, requestId)}
    >
      {requestId ? (
        <p className="text-xs text-faint">
          Request <code className="font-mono">{requestId}</code>
        </p>
      ) : null}
    </FullPageNotice>
  );
}

type FullPageNoticeProps = {
  title: string;
  text: string;
  link: { to: string; label: string };
  children?: ReactNode;
};

/** A whole page with one message, under a postmark with today's date. */
function FullPageNotice({ title, text, link, children }: FullPageNoticeProps) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col items-center justify-center gap-4 px-6 text-center">
      <Postmark />
      <h1 className="font-serif text-2xl">{title}</h1>
      <p className="text-balance text-faint">{text}</p>
      <Link className="text-airmail underline underline-offset-4" to={link.to}>
        {link.label}
      </Link>
      {children}
    </main>
  );
}

type ErrorText = { title: string; text: string };

/**
 * The title and text for an error.
 *
 * @param requestId id of a request that our server failed to complete; undefined if the error may come from elsewhere
 *   and may not be in the log
 */
export function describeError(error: unknown, requestId?: string): ErrorText {
  if (isRouteErrorResponse(error) && error.status === 503) {
    return {
      title: 'Temporarily unavailable',
      text: 'Dakiya cannot answer right now. Please try again in a few seconds.',
    };
  }
  if (!isRouteErrorResponse(error) || error.status >= 500) {
    return {
      title: 'Something went wrong',
      text: requestId
        ? 'The server could not complete this request. Please try again. If it happens again, send us the request ID below.'
        : 'This page could not be shown. Please reload it, or try again in a moment.',
    };
  }
  if (error.status === 404) {
    return { title: 'Page Not Found', text: 'There is no page at this address.' };
  }
  const message = typeof error.data === 'string' && error.data !== '' ? error.data : null;
  return {
    title: 'The request could not be completed',
    text: message ?? 'Please go back and try again.',
  };
}

/** Whether the error is a server error, which the server logs. */
export const isOurs = (error: unknown) => !isRouteErrorResponse(error) || error.status >= 500;
