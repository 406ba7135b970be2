import { Form } from '@remix-run/react';
import { ProgressLink } from '#app/components/progress-link.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { usePageProgress } from '#app/components/use-progress.ts';
import { IntentButton } from '#app/forms/intent-button.tsx';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import type { Export } from '#domain/messaging/account-data/export/contract.browser.ts';
import { formatCount } from '#domain/shared/format-number.browser.ts';

/** How often the page asks how far it is, in milliseconds. */
const pollMs = 2_000;

/** The last export: how far it is, or where it can be downloaded; and a button that starts another. */
export function ExportState({ last }: { last: Export | null }) {
  const isRunning = last?.state === 'queued' || last?.state === 'running';
  usePageProgress(isRunning, pollMs);
  return (
    <section aria-label="Export" className="card grid gap-4 p-5">
      <div aria-live="polite" className="grid gap-2 text-sm" role="status">
        {last ? <LastExport last={last} /> : <p>You have no export.</p>}
      </div>
      {isRunning ? (
        <>
          {/* Indeterminate: the number of rows is not known in advance. */}
          <progress aria-label="Export" className="h-2 w-full max-w-md accent-airmail" />
          <ProgressLink />
        </>
      ) : null}
      {last?.state === 'done' ? (
        <Form method="post">
          <SubmitButton busy="Preparing..." intent="download">
            Download
          </SubmitButton>
        </Form>
      ) : null}
      {isRunning ? null : (
        <Form className="grid justify-items-start gap-2" method="post" preventScrollReset>
          {last?.state === 'done' ? (
            <>
              <IntentButton value="start">Start another export</IntentButton>
              <p className="text-xs text-faint">It takes the place of this one.</p>
            </>
          ) : (
            <SubmitButton busy="Starting..." intent="start">
              Start export
            </SubmitButton>
          )}
        </Form>
      )}
    </section>
  );
}

function LastExport({ last }: { last: Export }) {
  const { state, rowsDone, bytes, createdAt } = last;
  const rows = `${formatCount(rowsDone)} rows`;
  switch (state) {
    case 'queued':
    case 'running':
      return <p>{rowsDone === 0 ? 'Your export begins in a moment.' : `${rows} so far…`}</p>;
    case 'done':
      return (
        <p>
          Your export of <Timestamp at={createdAt} /> is ready: {rows}, {toSize(bytes)}.
        </p>
      );
    case 'failed':
      return (
        <p className="text-bad">
          The export could not be finished. Start another one, or contact support.
        </p>
      );
    case 'expired':
      return (
        <p>
          Your export of <Timestamp at={createdAt} /> has been deleted.
        </p>
      );
  }
}

/** In binary units, with one digit after the point. */
function toSize(bytes: number): string {
  const units = ['KiB', 'MiB', 'GiB'];
  let [size, unit] = [bytes / 1_024, 0];
  while (size >= 1_024 && unit < units.length - 1) {
    size /= 1_024;
    unit += 1;
  }
  return `${size.toFixed(1)} ${units[unit]}`;
}
