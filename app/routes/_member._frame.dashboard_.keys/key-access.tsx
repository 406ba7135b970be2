import { fallbacks } from '#app/forms/fallbacks.ts';
import { PanelForm } from '#app/forms/panel-form.tsx';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { AccessFields } from '#app/keys/access-fields.tsx';
import { toAccessFields } from '#app/keys/access-form.ts';
import { accessForm } from '#app/keys/key-forms.ts';
import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.browser.ts';

/** A form that changes what a key may do, and from where. */
export function KeyAccess({ apiKey }: { apiKey: ApiKeyOutput }) {
  const { _id, name } = apiKey;
  const { form, fields, reply } = useValidatedForm({
    id: `access-${_id}`,
    schema: accessForm,
    defaultValue: toAccessFields(apiKey),
  });
  return (
    <PanelForm
      accessibleName={`Access of ${name}`}
      alignRight="@4xl"
      fallback={fallbacks.updateKey}
      form={form}
      intent="access"
      inRow
      label="Access"
      reply={reply}
    >
      <input name="key" type="hidden" value={_id} />
      <AccessFields fields={fields} />
      <div>
        <SubmitButton busy="Saving...">Save Access</SubmitButton>
      </div>
    </PanelForm>
  );
}
