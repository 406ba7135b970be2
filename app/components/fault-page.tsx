import { paths } from '#app/paths.ts';
import { useFailedRequestId } from '#app/response-context.ts';
import { Notice } from './notice.tsx';
import { isOurs, toldOf } from './told-of.ts';

/** The page of an error; of one that our server reported, with the id by which it is found in the log. */
export function FaultPage({ error }: { error: unknown }) {
  const failedRequestId = useFailedRequestId();
  const requestId = isOurs(error) ? failedRequestId : undefined;
  return (
    <Notice link={{ to: paths.home, label: 'Back to Home' }} {...toldOf(error, requestId)}>
      {requestId ? (
        <p className="text-xs text-faint">
          Request <code className="font-mono">{requestId}</code>
        </p>
      ) : null}
    </Notice>
  );
}
