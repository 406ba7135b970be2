import { type LoaderFunctionArgs, redirect, redirectDocument } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AccountPage } from '#app/dashboard/account-page.tsx';
import { ConfirmFirst } from '#app/dashboard/confirm/confirm-first.tsx';
import { actOnScreen } from '#app/dashboard/drafts/screen.server.ts';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast } from '#app/forms/or-toast.server.ts';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/no-index-meta.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { keptDays, maxPerDay } from '#domain/messaging/account-data/export/contract.browser.ts';
import { findLastExport } from '#domain/messaging/account-data/export/export-rows.ts';
import { startExport } from '#domain/messaging/account-data/export/start-export.ts';
import { ExportState } from './export-state.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'account' };
export const meta = () => noIndexMeta('Export your data');

export async function loader({ request }: LoaderFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  return { last: await findLastExport(userId) };
}

export const action = actOnScreen('account', (signedIn, form) => act(signedIn, form), {
  recentSignIn: { start: { for: 'export_account' }, download: { for: 'download_export' } },
});

const here = paths.exportData;

/** Starts an export, or leads to its file, by `intent`. */
async function act(signedIn: SignedInUser, form: FormData): Promise<Response> {
  switch (form.get('intent')) {
    case 'start':
      return orToast({ to: here, fallback: fallbacks.exportData }, async () => {
        await startExport(signedIn);
        return redirect(here);
      });
    case 'download': {
      const last = await findLastExport(signedIn.userId);
      if (last?.state === 'done') return redirectDocument(paths.exportFile(last.id));
      return redirectWithToast(here, { type: 'info', title: 'There is no export to download' });
    }
    default:
      throw new Response(null, { status: 400 });
  }
}

/** Starts an export, shows how far it is, and leads to its file. */
export default function ExportScreen() {
  const { last } = useLoaderData<typeof loader>();
  return (
    <ConfirmFirst>
      <AccountPage
        text={`A zip file with what we store about your account, as JSON and CSV: your profile, keys without their secrets, messages, one-time passwords without codes, plans, invoices and payments, senders and templates, suppressions and settings. Not in it: your picture, evidence files of headers, and carriers’ receipts as they arrived: what they said is in the messages. We email you when it is ready. You can download it for ${keptDays} days, and start ${maxPerDay} exports a day.`}
        title="Export your data"
      >
        <ExportState last={last} />
      </AccountPage>
    </ConfirmFirst>
  );
}
