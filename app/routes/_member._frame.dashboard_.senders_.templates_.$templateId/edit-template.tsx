import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field } from '#app/forms/field.tsx';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import { editTemplateFormId, templateChangesForm } from '#app/senders/forms.ts';
import type { TemplateRow } from '#domain/messaging/dlt/registry/contract.browser.ts';

type EditTemplateProps = {
  template: TemplateRow;
  /** Headers that are suggested. */
  headers: string[];
};

/** Changes what may change of a template. Its text never does. */
export function EditTemplate({ template, headers }: EditTemplateProps) {
  const { form, fields, reply } = useValidatedForm({
    id: editTemplateFormId,
    schema: templateChangesForm,
    defaultValue: { name: template.name, headers: template.headers.join(' ') },
  });
  return (
    <details className="card" open={reply !== undefined}>
      <summary className="cursor-pointer px-5 py-3 text-sm font-medium">
        Change name and headers
      </summary>
      <ValidatedForm
        className="grid gap-5 border-t border-line p-5"
        fallback={fallbacks.registry}
        form={form}
        intent="edit"
        reply={reply}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <Field autoComplete="off" field={fields.name} label="Name" />
          <Field
            autoComplete="off"
            field={fields.headers}
            hint="Several are separated by spaces; empty for any of the entity"
            label="Headers"
            suggestions={headers}
          />
        </div>
        <div>
          <SubmitButton busy="Saving...">Save Changes</SubmitButton>
        </div>
      </ValidatedForm>
    </details>
  );
}
