import { Link } from '@remix-run/react';
import { ProgressLink } from '#app/components/progress-link.tsx';
import { usePageProgress } from '#app/components/use-progress.ts';
import { paths } from '#app/paths.ts';
import { importStateLabels } from '#app/senders/import-labels.ts';
import type { ImportView } from './load-import.server.ts';

/** How often the page asks how far it is, in milliseconds. */
const pollMs = 1_000;

/** What an import does, how far it is, or why it failed. */
export function ImportState({ found }: { found: ImportView['found'] }) {
  const { state, reason, rows, rowsDone, isDryRun, isOver } = found;
  usePageProgress(!isOver, pollMs);
  return (
    <div aria-live="polite" className="grid gap-2 text-sm" role="status">
      <p className={state === 'failed' ? 'text-bad' : ''}>
        {isOver ? importStateLabels[state] : isDryRun ? 'Reading the file' : 'Registering'}
        {reason ? `: ${reason}` : ''}
        {isOver ? '.' : rows === null ? '…' : `: ${rowsDone} of ${rows} rows`}
      </p>
      {isOver ? null : (
        <progress
          aria-label="Rows"
          className="h-2 w-full max-w-md accent-airmail"
          max={rows ?? undefined}
          value={rows === null ? undefined : rowsDone}
        />
      )}
      {isOver ? null : <ProgressLink />}
      {state === 'failed' || state === 'expired' ? (
        <Link className="link justify-self-start" to={paths.importTemplates}>
          Upload a file
        </Link>
      ) : null}
      {state === 'done' ? (
        <Link
          className="link justify-self-start"
          to={found.options.list === 'templates' ? paths.templates() : paths.senders()}
        >
          {found.options.list === 'templates' ? 'All templates' : 'All senders'}
        </Link>
      ) : null}
    </div>
  );
}
