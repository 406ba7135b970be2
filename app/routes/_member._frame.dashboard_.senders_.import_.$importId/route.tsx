import { useLoaderData } from '@remix-run/react';
import { actOnScreen, loadScreen } from '#app/dashboard/drafts/screen.server.ts';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { RegistryPage } from '#app/senders/registry-page.tsx';
import { noIndexMeta } from '#app/site/no-index-meta.ts';
import { act, showDraft } from './act.server.ts';
import { ConfirmImport } from './confirm-import.tsx';
import { ImportOptionsForm } from './import-options-form.tsx';
import { ImportState } from './import-state.tsx';
import { loadImport } from './load-import.server.ts';
import { RowTable } from './row-table.tsx';
import { Summary } from './summary.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'senders' };
export const meta = () => noIndexMeta('Import');

export const loader = loadScreen('senders', loadImport, showDraft);

export const action = actOnScreen(
  'senders',
  ({ userId }, form, { params: { importId = '' } }) => act(userId, importId, form),
  { recentSignIn: false, showDraft },
);

/** An import: its progress, and the outcome of each row, or what it would be. */
export default function ImportScreen() {
  const { found, rows, after, entities } = useLoaderData<typeof loader>();
  const { id, fileName, state, result } = found;
  const { list } = found.options;
  // While a file is read again, the result is that of the run before, which had other options.
  const isCurrent = found.isOver || !found.isDryRun;
  const waits = state === 'checked' || state === 'needs_mapping';
  return (
    <RegistryPage
      open={list === 'templates' ? 'templates' : 'senders'}
      title={`Import of ${fileName}`}
    >
      <ImportState found={found} />
      {result && isCurrent && state !== 'needs_mapping' ? (
        <Summary
          addsMissing={found.options.create_missing}
          isDone={state === 'done'}
          result={result}
        />
      ) : null}
      {state === 'checked' && result ? <ConfirmImport counts={result.counts} list={list} /> : null}
      {isCurrent && rows.entries.length > 0 ? (
        <RowTable after={after} importId={id} list={list} page={rows} />
      ) : null}
      {waits && result ? (
        // Another run has other options.
        <ImportOptionsForm
          entities={entities}
          found={found}
          key={`${state} ${JSON.stringify(found.options)}`}
          result={result}
        />
      ) : null}
    </RegistryPage>
  );
}
