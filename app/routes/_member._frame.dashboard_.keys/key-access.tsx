import { Disclosure } from '#app/components/disclosure.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import { AccessFields } from '#app/keys/access-fields.tsx';
import { toAccessFields } from '#app/keys/access-form.ts';
import { accessForm } from '#app/keys/key-forms.ts';
import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.ts';

/** A form that changes what a key may do, and from where. */
export function KeyAccess({ apiKey }: { apiKey: ApiKeyOutput }) {
  const { _id, name } = apiKey;
  const { form, fields, reply } = useValidatedForm({
    id: `access-${_id}`,
    schema: accessForm,
    defaultValue: toAccessFields(apiKey),
  });
  return (
    <Disclosure
      keepOpen={reply !== undefined}
      summary={
        <summary aria-label={`Access of ${name}`} className="button-quiet list-none">
          Access
        </summary>
      }
    >
      <div className="panel @4xl:right-0 @4xl:left-auto">
        <ValidatedForm
          className="grid gap-4"
          fallback={fallbacks.updateKey}
          form={form}
          reply={reply}
        >
          <input name="key" type="hidden" value={_id} />
          <AccessFields fields={fields} />
          <div>
            <SubmitButton busy="Saving..." intent="access">
              Save Access
            </SubmitButton>
          </div>
        </ValidatedForm>
      </div>
    </Disclosure>
  );
}
