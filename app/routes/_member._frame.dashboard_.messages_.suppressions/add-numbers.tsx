import { TitledCard } from '#app/components/titled-card.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field } from '#app/forms/field.tsx';
import { FileField } from '#app/forms/file-field.tsx';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import { suppressForm, suppressFormId, uploadForm, uploadFormId } from './forms.ts';

/** A form for one number, and one for a list. */
export const AddNumbers = () => (
  <div className="grid gap-5 @4xl:grid-cols-2 @4xl:items-start">
    <AddOne />
    <Upload />
  </div>
);

function AddOne() {
  const { form, fields, reply } = useValidatedForm({ id: suppressFormId, schema: suppressForm });
  return (
    <TitledCard heading="h2" id="suppress" title="Add a number">
      <ValidatedForm
        className="grid gap-5 p-5"
        fallback={fallbacks.suppress}
        form={form}
        intent="suppress"
        reply={reply}
      >
        <Field
          autoComplete="off"
          field={fields.recipient}
          hint="An Indian mobile number"
          label="Number"
        />
        <Field autoComplete="off" field={fields.reason} hint="Optional" label="Reason" />
        <div>
          <SubmitButton busy="Adding...">Suppress</SubmitButton>
        </div>
      </ValidatedForm>
    </TitledCard>
  );
}

function Upload() {
  const { form, fields, reply } = useValidatedForm({ id: uploadFormId, schema: uploadForm });
  return (
    <TitledCard heading="h2" id="upload" title="Upload a list">
      <ValidatedForm
        className="grid gap-5 p-5"
        encType="multipart/form-data"
        fallback={fallbacks.suppress}
        form={form}
        intent="upload"
        reply={reply}
      >
        {/* The file comes last, as an oversized form is parsed only up to the limit. */}
        <Field
          autoComplete="off"
          field={fields.reason}
          hint="Optional, for all of its numbers"
          label="Reason"
        />
        <FileField
          accept=".csv,.txt,text/csv,text/plain"
          field={fields.file}
          hint="Text or CSV with one number a row, at most 5 MiB and 1,00,000 rows"
          label="File"
        />
        <div>
          <SubmitButton busy="Uploading...">Upload</SubmitButton>
        </div>
      </ValidatedForm>
    </TitledCard>
  );
}
