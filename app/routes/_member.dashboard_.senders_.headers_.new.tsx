import { useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import type { Toast } from '#app/components/toasts.tsx';
import { actOnScreen, draftReply, loadScreen } from '#app/dashboard/screen.server.ts';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field, FileField, Select } from '#app/forms/field.tsx';
import { submit } from '#app/forms/submit.server.ts';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { headerForm } from '#app/senders/forms.ts';
import { categoryLabels, toEntityOptions, toOptions } from '#app/senders/labels.ts';
import { EntityFirst, RegistryPage } from '#app/senders/registry-page.tsx';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import {
  evidenceTypes,
  type HeaderRow,
  maxEvidence,
} from '#domain/dlt/registry/contract.browser.ts';
import { addEvidence } from '#domain/dlt/registry/header-decisions.ts';
import { listEntities, listHeaders } from '#domain/dlt/registry/list-registry.ts';
import { registerHeader } from '#domain/dlt/registry/register.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'senders' };
export const meta = () => noIndexMeta('Add a header');

const formId = 'header';

const showDraft = (form: FormData) => draftReply(formId, headerForm, form);

export const loader = loadScreen(
  'senders',
  async ({ userId }) => ({ entities: await listEntities(userId) }),
  showDraft,
);

/** Registers the header, then adds the evidence. If only the evidence was rejected, submitting the form again adds it. */
export const action = actOnScreen(
  'senders',
  ({ userId }, form) =>
    submit(
      form,
      headerForm,
      async ({ content, ...header }) => {
        const before = await find(userId, header.header);
        await registerHeader(userId, header);
        if (content) {
          const bytes = new Uint8Array(await content.arrayBuffer());
          await addEvidence(userId, header.header, { name: content.name, bytes });
        }
        const now = await find(userId, header.header);
        return redirectWithToast(paths.senders(), describeResult(header, before, now));
      },
      { formId, fallback: fallbacks.registry },
    ),
  { recentSignIn: false, showDraft, maxFileBytes: maxEvidence },
);

const find = async (userId: string, header: string) =>
  (await listHeaders(userId)).find((one) => one.header === header);

function describeResult(
  given: Omit<z.output<typeof headerForm>, 'content'>,
  before: HeaderRow | undefined,
  now: HeaderRow | undefined,
): Toast {
  if (before && (before.entityId !== given.entity_id || before.category !== given.category)) {
    const message = 'The entity and the category of the header do not change.';
    return { type: 'warning', title: `You have ${given.header} already`, message };
  }
  const name = given.header;
  switch (now?.status) {
    case 'approved':
      return { type: 'success', title: `${name} is approved` };
    case 'declined':
      return now.hasNewEvidence
        ? {
            ...{ type: 'success', title: `Evidence of ${name} saved` },
            message:
              'The header was declined. The operator of this installation will look at it again.',
          }
        : {
            ...{ type: 'warning', title: `${name} was declined` },
            message: `${now.reason} Add other evidence, and the operator will look at the header again.`,
          };
    case 'pending':
    case undefined:
      return {
        ...{ type: 'success', title: `${name} is saved` },
        message: 'The operator of this installation has to approve the header.',
      };
    default:
      return {
        ...{ type: 'warning', title: `You have ${name} already` },
        message: `The header is ${now?.status}, and stays ${now?.status} until you enable it.`,
      };
  }
}

export default function NewHeaderScreen() {
  const { entities } = useLoaderData<typeof loader>();
  return (
    <RegistryPage
      open="senders"
      text="A header is what recipients see as the sender. Upper case and lower case differ."
      title="Add a header"
    >
      {entities.length > 0 ? <NewHeader /> : <EntityFirst what="A header" />}
    </RegistryPage>
  );
}

function NewHeader() {
  const { entities } = useLoaderData<typeof loader>();
  const { form, fields } = useValidatedForm({
    id: formId,
    schema: headerForm,
    defaultValue: { entity_id: entities[0]?.entityId, category: 'service_implicit' },
  });
  return (
    <section aria-label="Header" className="card max-w-2xl p-5">
      <ValidatedForm encType="multipart/form-data" fallback={fallbacks.registry} form={form}>
        {/* The file comes last, because an oversized form is parsed only up to the limit. */}
        <Select field={fields.entity_id} label="Entity" options={toEntityOptions(entities)} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            field={fields.header}
            hint="3 to 6 letters, or 6 digits, without what operators add around it"
            label="Header"
            startsHere
          />
          <Select field={fields.category} label="Category" options={toOptions(categoryLabels)} />
        </div>
        <FileField
          accept={evidenceTypes.join()}
          field={fields.content}
          hint="Optional: a PDF, PNG or JPEG of at most 5 MiB, such as the portal’s approval of the header. The operator of this installation sees it."
          label="Evidence that it is yours"
        />
        <SubmitLine busy="Saving...">Add header</SubmitLine>
      </ValidatedForm>
    </section>
  );
}
