import { fallbacks } from '#app/forms/fallbacks.ts';
import { Select } from '#app/forms/field.tsx';
import { PanelForm } from '#app/forms/panel-form.tsx';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { overlaps, rollForm } from '#app/keys/key-forms.ts';
import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.browser.ts';

/** Gives a key a new secret after a confirmation, with an overlap if it is on. */
export function RollKey({ apiKey }: { apiKey: ApiKeyOutput }) {
  const { _id, name, rolledAt, oldSecretEndsAt, isActive } = apiKey;
  const { form, fields, reply } = useValidatedForm({
    id: `roll-${_id}`,
    schema: rollForm,
    defaultValue: { overlapHours: '24' },
  });
  return (
    <PanelForm
      accessibleName={`Roll ${name}`}
      alignRight="@4xl"
      fallback={fallbacks.rollKey}
      form={form}
      intent="roll"
      inRow
      label="Roll"
      reply={reply}
    >
      <input name="key" type="hidden" value={_id} />
      <input name="rolledAt" type="hidden" value={rolledAt ?? ''} />
      <p className="text-sm [overflow-wrap:anywhere]">
        Give <strong className="font-medium">{name}</strong> a new API key? The API ID stays.{' '}
        {isActive
          ? oldSecretEndsAt && 'The API key from before the last roll ends at once.'
          : 'The old API key never works again.'}
      </p>
      {isActive ? (
        <Select field={fields.overlapHours} label="The old API key" options={overlaps} />
      ) : (
        <input name="overlapHours" type="hidden" value="0" />
      )}
      <div>
        <SubmitButton busy="Rolling...">Roll API Key</SubmitButton>
      </div>
    </PanelForm>
  );
}
