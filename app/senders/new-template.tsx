import { TitledCard } from '#app/components/titled-card.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field, Select, TextArea } from '#app/forms/field.tsx';
import { SubmitLine } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import type { Entity } from '#domain/dlt/registry/contract.browser.ts';
import { withLf } from '#domain/shared/text.browser.ts';
import type { LongestValues } from './describe-limit.ts';
import { newTemplateFormId, templateForm } from './forms.ts';
import { categoryLabels, templateKindLabels, toEntityOptions, toOptions } from './labels.ts';
import { TemplatePreview } from './template-preview.tsx';

type NewTemplateProps = {
  entities: Entity[];
  /** Headers that are suggested. */
  headers: string[];
  longest: LongestValues;
};

/** The form that registers a template, beside what is found in its text. */
export function NewTemplate({ entities, headers, longest }: NewTemplateProps) {
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
            />
            <Field field={fields.name} hint="For your lists" label="Name" />
          </div>
          <TextArea
            field={fields.body}
            hint="With its slots, such as {#numeric#}. Spaces and newlines count."
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
            hint="Those that it is bound to on the portal; leave empty for any of the entity. TRAI allows one; older templates have more."
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
