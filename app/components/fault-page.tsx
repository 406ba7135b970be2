import { paths } from '#app/paths.ts';
import { useRequestId } from '#app/response-context.ts';
import { Notice } from './notice.tsx';
import { toldOf } from './told-of.ts';

/** The page of an error; of one of ours, with the id by which it is found in the log. */
export function FaultPage({ error }: { error: unknown }) {
  const { title, text, ours } = toldOf(error);
  const requestId = useRequestId();
  return (
    <Notice link={{ to: paths.home, label: 'Back to Home' }} text={text} title={title}>
      {ours && requestId ? (
        <p className="text-xs text-faint">
          Request <code className="font-mono">{requestId}</code>
        </p>
      ) : null}
    </Notice>
  );
}
