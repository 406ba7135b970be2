import { redirect } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { actOnScreen, draftReply, loadScreen } from '#app/dashboard/screen.server.ts';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Checkbox, FileField, Select } from '#app/forms/field.tsx';
import { submit } from '#app/forms/submit.server.ts';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { importListLabels, importStateLabels, uploadForm } from '#app/senders/import-forms.ts';
import { toOptions } from '#app/senders/labels.ts';
import { RegistryPage } from '#app/senders/registry-page.tsx';
import { noIndexMeta } from '#app/site/meta.ts';
import { maxFileBytes } from '#domain/dlt/import/contract.browser.ts';
import { type ImportSummary, listImports } from '#domain/dlt/import/import-rows.ts';
import { startImport } from '#domain/dlt/import/start-import.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'senders' };
export const meta = () => noIndexMeta('Import');

const formId = 'import';

/** Restores the options; the file has to be chosen again. */
const showDraft = (form: FormData) => draftReply(formId, uploadForm, form);

export const loader = loadScreen(
  'senders',
  async ({ userId }) => ({ imports: await listImports(userId) }),
  showDraft,
);

/** Begins a dry run, and opens its page. */
export const action = actOnScreen(
  'senders',
  ({ userId }, form) =>
    submit(
      form,
      uploadForm,
      async ({ list = 'templates', file, create_missing, strip_trailing }) => {
        const options = {
          list,
          mapping: {},
          create_missing: create_missing === 'on',
          strip_trailing: strip_trailing === 'on',
          strip_leading: false,
          plain_newlines: false,
          decode_html: false,
        };
        const bytes = new Uint8Array(await file.arrayBuffer());
        const { data: started } = await startImport(
          userId,
          { name: file.name, bytes },
          { options, isDryRun: true },
        );
        return redirect(paths.import(started.id));
      },
      { formId, fallback: fallbacks.importTemplates },
    ),
  { recentSignIn: false, showDraft, maxFileBytes },
);

export default function ImportScreen() {
  const { imports } = useLoaderData<typeof loader>();
  const { form, fields } = useValidatedForm({
    id: formId,
    schema: uploadForm,
    defaultValue: { list: 'templates', create_missing: 'on' },
  });
  return (
    <RegistryPage
      open="templates"
      text="Upload what your DLT portal exports: templates, headers or entities, each in a separate file. You see the outcome of each row before anything changes."
      title="Import"
    >
      <section aria-label="File" className="card max-w-2xl p-5">
        <ValidatedForm
          encType="multipart/form-data"
          fallback={fallbacks.importTemplates}
          form={form}
        >
          <Select
            field={fields.list}
            label="The file lists"
            options={toOptions(importListLabels)}
          />
          {/* The file comes last, because an oversized form is parsed only up to the limit. */}
          <Checkbox field={fields.create_missing}>
            Also add the entities and headers that the file names
          </Checkbox>
          <Checkbox field={fields.strip_trailing}>
            Remove spaces and newlines at the end of each text, which some exports add
          </Checkbox>
          <FileField
            accept=".csv,.xlsx"
            field={fields.file}
            hint="CSV or XLSX, at most 5 MiB and 10,000 rows"
            label="File"
          />
          <SubmitLine busy="Uploading...">Upload</SubmitLine>
        </ValidatedForm>
      </section>
      <ImportList imports={imports} />
    </RegistryPage>
  );
}

/** The last imports of an account, the newest first. */
function ImportList({ imports }: { imports: ImportSummary[] }) {
  if (imports.length === 0) return null;
  return (
    <TitledCard heading="h3" id="imports" title="Your last imports">
      <ul className="divide-y divide-line">
        {imports.map(({ id, fileName, state, counts, createdAt }) => (
          <li
            className="grid gap-x-4 gap-y-0.5 px-5 py-2.5 text-sm @2xl:grid-cols-[1fr_auto]"
            key={id}
          >
            <Link
              className="link justify-self-start [overflow-wrap:anywhere]"
              to={paths.import(id)}
            >
              <bdi>{fileName}</bdi>
            </Link>
            <span className="text-faint">
              <Timestamp at={createdAt} />
            </span>
            <span className="text-xs text-faint">
              {importStateLabels[state]}
              {state === 'done' && counts ? `: ${counts.new} new, ${counts.changed} changed` : ''}
            </span>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}
