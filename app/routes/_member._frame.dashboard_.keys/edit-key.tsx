import { fallbacks } from '#app/forms/fallbacks.ts';
import { Checkbox, Field } from '#app/forms/field.tsx';
import { PanelForm } from '#app/forms/panel-form.tsx';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { dateInIndia, dayHint } from '#app/keys/expiry-day.ts';
import { editKeyForm } from '#app/keys/key-forms.ts';
import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.browser.ts';

/** A form that renames a key, activates or deactivates it unless it has leaked, and sets its expiry. */
export function EditKey({ apiKey }: { apiKey: ApiKeyOutput }) {
  const { _id, name, description, isActive, offReason, expiresOn } = apiKey;
  const { form, fields, reply } = useValidatedForm({
    id: `edit-${_id}`,
    schema: editKeyForm,
    defaultValue: {
      name,
      description: description ?? '',
      isActive: isActive ? 'on' : undefined,
      shownActive: isActive ? 'on' : 'off',
      expiresOn: expiresOn ? dateInIndia(new Date(expiresOn)) : '',
    },
  });
  return (
    <PanelForm
      accessibleName={`Edit ${name}`}
      alignRight="@4xl"
      fallback={fallbacks.updateKey}
      form={form}
      intent="edit"
      inRow
      label="Edit"
      reply={reply}
    >
      <input name="key" type="hidden" value={_id} />
      <input
        defaultValue={fields.shownActive.initialValue}
        name={fields.shownActive.name}
        type="hidden"
      />
      <Field autoComplete="off" field={fields.name} hint="3-50 characters" label="API Name" />
      <Field autoComplete="off" field={fields.description} label="Description" />
      <Field
        autoComplete="off"
        field={fields.expiresOn}
        hint={dayHint}
        label="Expires"
        type="date"
      />
      {offReason === 'leak_reported' && !fields.isActive.errors ? null : (
        <Checkbox field={fields.isActive}>Active: programs can use this key</Checkbox>
      )}
      <div>
        <SubmitButton busy="Saving...">Save Changes</SubmitButton>
      </div>
    </PanelForm>
  );
}
