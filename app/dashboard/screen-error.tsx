import { useRouteError } from '@remix-run/react';
import { describeError, isOurs } from '#app/components/describe-error.ts';
import { useFailedRequestId } from '#app/request-context.ts';

/** Shown in place of a screen that failed; the frame around it stays. */
export function ScreenError() {
  const error = useRouteError();
  const failedRequestId = useFailedRequestId();
  const requestId = isOurs(error) ? failedRequestId : undefined;
  const { title, text } = describeError(error, requestId);
  return (
    <section className="card grid gap-2 p-6" role="alert">
      <h2 className="font-medium">{title}</h2>
      <p className="text-sm text-faint">{text}</p>
      {requestId ? (
        <p className="text-xs text-faint">
          Request <code className="font-mono">{requestId}</code>
        </p>
      ) : null}
    </section>
  );
}
