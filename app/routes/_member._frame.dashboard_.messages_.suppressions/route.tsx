import { useLoaderData } from '@remix-run/react';
import { EmptyState } from '#app/components/empty-state.tsx';
import { PageLinks } from '#app/components/page-links.tsx';
import { SearchForm } from '#app/components/search-form.tsx';
import { ConfirmFirst } from '#app/dashboard/confirm/confirm-first.tsx';
import { actOnScreen, loadScreen } from '#app/dashboard/drafts/screen.server.ts';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { LogTabs } from '#app/messages/log-tabs.tsx';
import { paths } from '#app/paths.ts';
import { noIndexMeta } from '#app/site/no-index-meta.ts';
import { maxSuppressionFile } from '#domain/messaging/recipients/suppression-file/contract.browser.ts';
import { act, showDraft } from './act.server.ts';
import { AddNumbers } from './add-numbers.tsx';
import { loadSuppressions } from './load-suppressions.server.ts';
import { SuppressionTable } from './suppression-table.tsx';
import { UploadResult } from './upload-result.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'messages' };
export const meta = () => noIndexMeta('Suppressions');

export const loader = loadScreen('messages', loadSuppressions, showDraft);

export const action = actOnScreen(
  'messages',
  (signedIn, form, { page }) => act(signedIn, form, page),
  { recentSignIn: false, showDraft, maxFileBytes: maxSuppressionFile },
);

export default function SuppressionsScreen() {
  return (
    <ConfirmFirst>
      <Suppressions />
    </ConfirmFirst>
  );
}

/** Numbers that get no promotional messages of the account. */
function Suppressions() {
  const { entries, next, typed, after } = useLoaderData<typeof loader>();
  const isEmpty = entries.length === 0 && typed === '' && after === undefined;
  const address = (search: Record<string, string>) =>
    paths.suppressions({ ...(typed && { number: typed }), ...search });
  return (
    <div className="@container grid gap-5">
      <LogTabs open="suppressions" />
      <p className="max-w-prose text-sm text-faint">
        Numbers that get no promotional messages of yours, because their owners do not want them.
        Other messages and one-time passwords still arrive.
      </p>
      <UploadResult />
      <AddNumbers />
      {isEmpty ? (
        <EmptyState text="Add a number, or upload a list." title="No suppressed numbers">
          <a
            className="link text-sm"
            href={`${paths.docsSection('messaging')}#promotional-messages`}
          >
            What is a suppression list?
          </a>
        </EmptyState>
      ) : (
        <>
          <SearchForm
            inputMode="tel"
            label="Number, or how it begins"
            maxLength={40}
            name="number"
            to={paths.suppressions()}
            typed={typed}
          />
          {entries.length > 0 ? (
            <SuppressionTable entries={entries} />
          ) : (
            <p className="card p-6 text-sm">
              {typed ? 'No suppressed number begins with this.' : 'No more numbers.'}
            </p>
          )}
        </>
      )}
      <PageLinks
        labels={{ first: 'First', next: 'Next' }}
        newest={after === undefined ? null : address({})}
        older={next && address({ after: next })}
      />
    </div>
  );
}
