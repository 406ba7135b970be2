import { useLoaderData } from '@remix-run/react';
import { TitledCard } from '#app/components/sections.tsx';
import { actOnScreen, draftReply, loadScreen } from '#app/dashboard/screen.server.ts';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field, Select, TextArea } from '#app/forms/field.tsx';
import { submit } from '#app/forms/submit.server.ts';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { newTemplateFormId, templateForm, toTemplateInput } from '#app/senders/forms.ts';
import type { LongestValues } from '#app/senders/labels.ts';
import {
  categoryLabels,
  templateKindLabels,
  toEntityOptions,
  toOptions,
} from '#app/senders/labels.ts';
import { EntityFirst, RegistryPage } from '#app/senders/registry-page.tsx';
import { TemplatePreview } from '#app/senders/template-preview.tsx';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import type { Entity } from '#domain/dlt/registry/contract.browser.ts';
import { listEntities, suggestHeaders } from '#domain/dlt/registry/list-registry.ts';
import { registerTemplate } from '#domain/dlt/registry/register-templates.ts';
import { dltSettings } from '#domain/dlt/settings.ts';
import { withLf } from '#domain/shared/text.browser.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'senders' };
export const meta = () => noIndexMeta('Add a template');

const showDraft = (form: FormData) => draftReply(newTemplateFormId, templateForm, form);

export const loader = loadScreen(
  'senders',
  async ({ userId }) => ({
    entities: await listEntities(userId),
    headers: await suggestHeaders(userId),
    longest: dltSettings.DLT_RULES.maxCharacters,
  }),
  showDraft,
);

/** Registers the template and opens its page. */
export const action = actOnScreen(
  'senders',
  ({ userId }, form) =>
    submit(
      form,
      templateForm,
      async (value) => {
        await registerTemplate(userId, toTemplateInput(value));
        return redirectDone(paths.template(value.template_id), 'Template saved');
      },
      { formId: newTemplateFormId, fallback: fallbacks.registry },
    ),
  { recentSignIn: false, showDraft },
);

export default function NewTemplateScreen() {
  const { entities, headers, longest } = useLoaderData<typeof loader>();
  return (
    <RegistryPage
      open="templates"
      text="Copy the template from your DLT portal, character by character. The text cannot be changed later, because DLT gives a changed text a new id."
      title="Add a template"
    >
      {entities.length > 0 ? (
        <NewTemplate entities={entities} headers={headers} longest={longest} />
      ) : (
        <EntityFirst what="A template" />
      )}
    </RegistryPage>
  );
}

type NewTemplateProps = {
  entities: Entity[];
  /** Suggested headers. */
  headers: string[];
  longest: LongestValues;
};

/** The form that registers a template, beside the findings about its text. */
function NewTemplate({ entities, headers, longest }: NewTemplateProps) {
  const { form, fields } = useValidatedForm({
    id: newTemplateFormId,
    schema: templateForm,
    defaultValue: {
      entity_id: entities[0]?.entityId,
      category: 'service_implicit',
      kind: 'text',
      headers: headers.length === 1 ? headers[0] : '',
    },
  });
  return (
    <div className="grid gap-6 @4xl:grid-cols-[3fr_2fr] @4xl:items-start">
      <section aria-label="Template" className="card min-w-0 p-5">
        <ValidatedForm fallback={fallbacks.registry} form={form}>
          <Select field={fields.entity_id} label="Entity" options={toEntityOptions(entities)} />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              field={fields.template_id}
              hint="12 to 20 digits, usually 19"
              label="Template ID"
              startsHere
            />
            <Field field={fields.name} hint="Shown only in your lists" label="Name" />
          </div>
          <TextArea
            field={fields.body}
            hint="The text with its slots, such as {#numeric#}. Spaces and newlines count."
            label="Text"
            mono
          />
          <Field
            field={fields.slots}
            hint="Optional, for portals that keep {#var#} in the text: the types in order, such as numeric 6, var, url"
            label="Types of the slots"
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Select field={fields.category} label="Category" options={toOptions(categoryLabels)} />
            <Select field={fields.kind} label="Type" options={toOptions(templateKindLabels)} />
          </div>
          <Field
            field={fields.headers}
            hint="The headers to which the portal binds the template; empty for all headers of the entity. TRAI allows one header; older templates can have more."
            label="Headers"
            suggestions={headers}
          />
          <SubmitLine busy="Saving...">Add template</SubmitLine>
        </ValidatedForm>
      </section>
      <TitledCard className="@4xl:sticky @4xl:top-6" heading="h3" id="preview" title="Slots">
        <div className="grid gap-4 p-5">
          <TemplatePreview
            body={withLf(fields.body.value ?? '')}
            longest={longest}
            typedSlots={fields.slots.value ?? ''}
          />
        </div>
      </TitledCard>
    </div>
  );
}
