import { z } from 'zod';
import { TitledCard } from '#app/components/sections.tsx';
import { SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field, FileField } from '#app/forms/field.tsx';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { maxSuppressionFile } from '#domain/messaging/recipients/suppression-file/contract.browser.ts';
import { requiredText, safeText } from '#domain/shared/text.browser.ts';

const reason = safeText.trim().max(200, 'Please enter at most 200 characters').optional();

/** The form that suppresses a number. Only the server has the numbering plan that says which numbers are mobile. */
export const suppressForm = z.object({
  recipient: requiredText('Please enter a phone number').max(40, 'This is too long for a number'),
  reason,
});

export const suppressFormId = 'suppress';

/** The form that uploads a list. */
export const uploadForm = z.object({
  reason,
  file: z
    .file('Please choose a file')
    .min(1, 'This file is empty')
    .max(maxSuppressionFile, 'Please choose a file of at most 5 MiB'),
});

export const uploadFormId = 'upload';

/** A form for one number, and one for a list. */
export const AddNumbers = () => (
  <div className="grid gap-5 @4xl:grid-cols-2 @4xl:items-start">
    <AddOne />
    <Upload />
  </div>
);

function AddOne() {
  const { form, fields } = useValidatedForm({ id: suppressFormId, schema: suppressForm });
  return (
    <TitledCard heading="h2" id="suppress" title="Add a number">
      <ValidatedForm
        className="grid gap-5 p-5"
        fallback={fallbacks.suppress}
        form={form}
        intent="suppress"
      >
        <Field field={fields.recipient} hint="An Indian mobile number" label="Number" />
        <Field field={fields.reason} hint="Optional" label="Reason" />
        <SubmitLine busy="Adding...">Suppress</SubmitLine>
      </ValidatedForm>
    </TitledCard>
  );
}

function Upload() {
  const { form, fields } = useValidatedForm({ id: uploadFormId, schema: uploadForm });
  return (
    <TitledCard heading="h2" id="upload" title="Upload a list">
      <ValidatedForm
        className="grid gap-5 p-5"
        encType="multipart/form-data"
        fallback={fallbacks.suppress}
        form={form}
        intent="upload"
      >
        {/* The file comes last, because an oversized form is parsed only up to the limit. */}
        <Field
          field={fields.reason}
          hint="Optional: one reason for all numbers of the list"
          label="Reason"
        />
        <FileField
          accept=".csv,.txt,text/csv,text/plain"
          field={fields.file}
          hint="Text or CSV with one number per row, at most 5 MiB and 1,00,000 rows"
          label="File"
        />
        <SubmitLine busy="Uploading...">Upload</SubmitLine>
      </ValidatedForm>
    </TitledCard>
  );
}
