import { paths } from '#app/paths.ts';
import { useFailedRequestId } from '#app/request-context.ts';
import { describeError, isOurs } from './describe-error.ts';
import { FullPageNotice } from './notice.tsx';

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
