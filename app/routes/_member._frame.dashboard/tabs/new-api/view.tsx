import { useHydrated } from '#app/components/use-hydrated.ts';
import { CheckedForm } from '#app/forms/checked-form.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field } from '#app/forms/field.tsx';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useCheckedForm } from '#app/forms/use-checked-form.ts';
import { dayHint } from '#app/keys/expiry-day.ts';
import type { load } from './load.server.ts';
import { newKeyForm } from './new-key-form.ts';

/** The form that makes an API key. */
export function View({ data: { once } }: { data: Awaited<ReturnType<typeof load>> }) {
  const { form, fields, reply } = useCheckedForm({ id: 'new-api', schema: newKeyForm });
  const hydrated = useHydrated();
  const blank = (fields.name.value ?? '').trim() === '';
  return (
    <section className="card max-w-2xl p-5">
      <CheckedForm fallback={fallbacks.createKey} form={form} reply={reply}>
        <input name="once" type="hidden" value={once} />
        <Field
          autoComplete="off"
          field={fields.name}
          hint="3-50 characters, such as the program that will use it"
          label="API Name"
        />
        <Field autoComplete="off" field={fields.description} hint="Optional" label="Description" />
        <div className="max-w-xs">
          <Field
            autoComplete="off"
            field={fields.expiresOn}
            hint={dayHint}
            label="Expires"
            type="date"
          />
        </div>
        <div>
          <SubmitButton busy="Creating..." disabled={hydrated && blank}>
            Create API
          </SubmitButton>
        </div>
      </CheckedForm>
    </section>
  );
}
