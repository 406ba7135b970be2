import { redirect } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { CardRow, CardTable, PageLinks } from '#app/components/lists.tsx';
import { ProgressLink, usePageProgress } from '#app/components/progress.tsx';
import { actOnScreen, formAct, loadScreen, screenForms } from '#app/dashboard/screen.server.ts';
import { pageBelow, pageBelowMeta } from '#app/dashboard/screen-route.tsx';
import { SubmitButton } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast } from '#app/forms/submit.server.ts';
import { paths } from '#app/paths.ts';
import {
  importStateLabels,
  optionsForm,
  outcomes,
  toImportOptions,
} from '#app/senders/import-forms.ts';
import { RegistryPage } from '#app/senders/registry-page.tsx';
import type { ImportList, RowOutcome, RowResult } from '#domain/dlt/import/contract.browser.ts';
import { confirmImport, recheckImport } from '#domain/dlt/import/start-import.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import type { Page } from '#domain/shared/page.browser.ts';
import { ImportOptionsForm } from './import-options-form.tsx';
import { type ImportView, loadImport, requireImport } from './load-import.server.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle = pageBelow(
  'senders',
  ({ found }: { found: { fileName: string } }) => `Import of ${found.fileName}`,
);
export const meta = pageBelowMeta(handle, 'Import');

const formId = 'options';

const forms = screenForms({
  // Changing the options only starts another dry run.
  options: formAct({
    ...{ recentSignIn: false, schema: optionsForm, formId, isRestored: true },
    fallback: fallbacks.importTemplates,
    run: async (value, { signedIn: { userId }, params: { importId = '' } }) => {
      const { options } = await requireImport(userId, importId);
      await recheckImport(userId, importId, toImportOptions(value, options));
      return redirect(paths.import(importId));
    },
  }),
  confirm: {
    recentSignIn: { for: 'import_senders' },
    act: ({ userId }, _, { params: { importId = '' } }) =>
      orToast({ to: paths.import(importId), fallback: fallbacks.importTemplates }, async () => {
        await requireImport(userId, importId);
        await confirmImport(userId, importId);
        return redirect(paths.import(importId));
      }),
  },
});

export const loader = loadScreen('senders', loadImport, forms.showDraft);

export const action = actOnScreen('senders', forms.act, forms);

/** An import: its progress, and the actual or expected outcome of each row. */
export default function ImportScreen() {
  const { found, rows, after, entities } = useLoaderData<typeof loader>();
  const { id, state, result } = found;
  const { list } = found.options;
  // While a file is being read again, `result` is still that of the previous run, with other options, so it is not
  // shown.
  const isCurrent = found.isOver || !found.isDryRun;
  const waits = state === 'checked' || state === 'needs_mapping';
  return (
    <RegistryPage open={list === 'templates' ? 'templates' : 'senders'} title={null}>
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
        // React's `key` resets the form, because each run has its own options.
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

type ConfirmImportProps = { list: ImportList; counts: Record<RowOutcome, number> };

/** The kind of a list's entries, in singular and plural. */
const names: Record<ImportList, [string, string]> = {
  templates: ['template', 'templates'],
  headers: ['header', 'headers'],
  entities: ['entity', 'entities'],
};

/** Applies the shown import. */
function ConfirmImport({ list, counts }: ConfirmImportProps) {
  const count = counts.new + counts.changed;
  if (count === 0) {
    return (
      <p className="text-sm">
        {counts.unclear > 0
          ? 'Nothing can be imported yet. Fill in below the values that the file does not have, then read the file again.'
          : 'There is nothing to register or to change.'}
      </p>
    );
  }
  return (
    <Form data-fallback={fallbacks.importTemplates} method="post">
      <SubmitButton busy="Starting..." intent="confirm">
        {`Import ${formatCount(count)} ${names[list][count === 1 ? 0 : 1]}`}
      </SubmitButton>
    </Form>
  );
}

/** How often the page reloads the progress, in milliseconds. */
const pollMs = 1_000;

/** The current step of an import with its progress, or the reason why the import failed. */
function ImportState({ found }: { found: ImportView['found'] }) {
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

type RowTableProps = {
  importId: string;
  list: ImportList;
  page: Page<RowResult>;
  after: string | null;
};

/** The name of a row. */
const keys: Record<ImportList, string> = {
  templates: 'Template ID',
  headers: 'Header',
  entities: 'Entity ID',
};

const cell = 'block px-4 py-1 align-top @2xl:table-cell @2xl:px-4 @2xl:py-2';

/** A page of rows with their outcomes. Rows that need attention come first. */
function RowTable({ importId, list, page: { entries, next }, after }: RowTableProps) {
  return (
    <>
      <CardTable
        caption="Rows, first those that need attention"
        columns={['Row', keys[list], 'Outcome', 'Why']}
        from="2xl"
      >
        {entries.map(({ row, templateId, header, entityId, outcome, detail, warnings }) => (
          <CardRow className="block py-2" from="2xl" key={row}>
            <td className={`${cell} font-mono text-xs`}>
              <span className="font-sans text-faint @2xl:hidden">Row </span>
              {row}
            </td>
            <td className={`${cell} font-mono text-xs [overflow-wrap:anywhere] @2xl:min-w-48`}>
              {header ?? entityId ?? templateId}
            </td>
            <td className={cell}>
              <span className={`stamp ${outcomes[outcome].colour}`}>{outcome}</span>
            </td>
            <td className={`${cell} [overflow-wrap:anywhere]`}>
              {[detail, ...warnings].filter(Boolean).map((text) => (
                <bdi className="block" key={text}>
                  {text}
                </bdi>
              ))}
            </td>
          </CardRow>
        ))}
      </CardTable>
      <PageLinks
        labels={{ first: 'First', next: 'Next' }}
        newest={after === null ? null : paths.import(importId)}
        older={next && paths.import(importId, { after: next })}
      />
    </>
  );
}

type SummaryProps = {
  result: NonNullable<ImportView['found']['result']>;
  /** Whether the import has been carried out. */
  isDone: boolean;
  /** Whether the import adds unregistered entities and headers. */
  addsMissing: boolean;
};

/** The number of rows by outcome, and remarks about the file. */
function Summary({ result, isDone, addsMissing }: SummaryProps) {
  const which = !addsMissing
    ? 'that you have not registered'
    : isDone
      ? 'that were added'
      : 'that are added, too';
  const { counts, notes, missingHeaders } = result;
  // An entity without a name cannot be added, so the outcome of its rows is `unclear`.
  const missingEntities = result.missingEntities.filter(({ name }) => !addsMissing || name);
  const present = (Object.entries(counts) as [RowOutcome, number][]).filter(
    ([, count]) => count > 0,
  );
  return (
    <section aria-labelledby="summary-title" className="card grid min-w-0 gap-4 p-5 text-sm">
      <h2 className="font-medium" id="summary-title">
        {isDone ? 'Outcome of the rows' : 'Expected outcome of the rows'}
      </h2>
      {present.length > 0 ? (
        <dl className="grid grid-cols-[auto_auto_1fr] items-baseline gap-x-4 gap-y-1.5">
          {present.map(([outcome, count]) => (
            <div className="contents" key={outcome}>
              <dt>
                <span className={`stamp ${outcomes[outcome].colour}`}>{outcome}</span>
              </dt>
              <dd className="text-right font-mono">{formatCount(count)}</dd>
              <dd className="text-faint">{outcomes[outcome].text}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p>The file has no rows below its headings.</p>
      )}
      <Missing
        items={missingEntities.map(({ entityId, name }) =>
          name ? `${name} (${entityId})` : entityId,
        )}
        label={`Entities ${which}`}
      />
      <Missing items={missingHeaders.map(({ header }) => header)} label={`Headers ${which}`} />
      {notes.length > 0 ? (
        <ul className="grid gap-1 border-l-2 border-waiting pl-3">
          {notes.map((note) => (
            <li className="[overflow-wrap:anywhere]" key={note}>
              <bdi>{note}</bdi>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Missing({ label, items }: { label: string; items: string[] }) {
  if (items.length === 0) return null;
  return (
    <p className="[overflow-wrap:anywhere]">
      {label}: <bdi>{items.join(', ')}</bdi>
    </p>
  );
}
