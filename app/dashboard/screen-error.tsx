import { useRouteError } from '@remix-run/react';
import { isOurs, toldOf } from '#app/components/told-of.ts';
import { useFailedRequestId } from '#app/response-context.ts';

/** What stands in the place of a screen that failed; the frame around it stays. */
export function ScreenError() {
  const error = useRouteError();
  const failedRequestId = useFailedRequestId();
  const requestId = isOurs(error) ? failedRequestId : undefined;
  const { title, text } = toldOf(error, requestId);
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
