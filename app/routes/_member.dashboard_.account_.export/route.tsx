import { type LoaderFunctionArgs, redirect, redirectDocument } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { ProgressLink, usePageProgress } from '#app/components/progress.tsx';
import { AccountPage } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { actOnScreen, screenForms } from '#app/dashboard/screen.server.ts';
import { confirmFirst } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { IntentButton, SubmitButton } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast } from '#app/forms/submit.server.ts';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import {
  type Export,
  keptDays,
  maxPerDay,
} from '#domain/messaging/account-data/export/contract.browser.ts';
import {
  findLastExport,
  recordDownload,
  startExport,
} from '#domain/messaging/account-data/export/stored-exports.ts';
import { formatCount } from '#domain/shared/format.browser.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'account' };
export const meta = () => noIndexMeta('Export your data');

export async function loader({ request }: LoaderFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  return { last: await findLastExport(userId) };
}

const here = paths.exportData;

const forms = screenForms({
  start: {
    recentSignIn: { for: 'export_account' },
    act: (signedIn) =>
      orToast({ to: here, fallback: fallbacks.exportData }, async () => {
        await startExport(signedIn);
        return redirect(here);
      }),
  },
  download: {
    recentSignIn: { for: 'download_export' },
    act: async ({ userId }) => {
      const last = await findLastExport(userId);
      if (last?.state !== 'done') {
        return redirectWithToast(here, { type: 'info', title: 'There is no export to download' });
      }
      await recordDownload(userId, last.id);
      return redirectDocument(paths.exportFile(last.id));
    },
  },
});

export const action = actOnScreen('account', forms.act, { recentSignIn: forms.recentSignIn });

export default confirmFirst(ExportScreen);

/** Starts an export, shows its progress, and links to its file. */
function ExportScreen() {
  const { last } = useLoaderData<typeof loader>();
  return (
    <AccountPage
      text={`A zip file with what we store about your account, as JSON and CSV: your profile, keys without their secrets, messages, one-time passwords without codes, plans, invoices and payments, senders and templates, suppressions and settings. It does not contain your picture, evidence files of headers, or carriers’ receipts in their original form; the results of the receipts are in the messages. We email you when the file is ready. You can download it for ${keptDays} days, and start ${maxPerDay} exports a day.`}
      title="Export your data"
    >
      <ExportState last={last} />
    </AccountPage>
  );
}

/** How often the page reloads the progress, in milliseconds. */
const pollMs = 2_000;

/** The last export, with its progress or its file, and a button that starts another export. */
function ExportState({ last }: { last: Export | null }) {
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
              <p className="text-xs text-faint">The new export replaces this one.</p>
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
  const rows = rowsDone === 1 ? '1 row' : `${formatCount(rowsDone)} rows`;
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

/** Formats a size in binary units, with one digit after the point. */
function toSize(bytes: number): string {
  const units = ['KiB', 'MiB', 'GiB'];
  let [size, unit] = [bytes / 1_024, 0];
  while (size >= 1_024 && unit < units.length - 1) {
    size /= 1_024;
    unit += 1;
  }
  return `${size.toFixed(1)} ${units[unit]}`;
}
