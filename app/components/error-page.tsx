import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { paths } from '#app/paths.ts';
import { useFailedRequestId } from '#app/request-context.ts';
import { describeError, isOurs } from './describe-error.ts';
import { Postmark } from './postmark.tsx';

/** The error page. For a server error it shows the request id, by which the error is found in the log. */
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
