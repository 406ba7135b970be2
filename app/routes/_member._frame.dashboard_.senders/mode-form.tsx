import { TitledCard } from '#app/components/titled-card.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { FieldErrors } from '#app/forms/field.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import { modeForm } from '#app/senders/forms.ts';
import { type DltMode, dltModes } from '#domain/messaging/dlt/check/profile.browser.ts';

const described: Record<DltMode, { label: string; text: string }> = {
  enforce: {
    label: 'Enforce',
    text: 'Dakiya rejects a message that operators would block: the API responds with 422 and the reason, and nothing is charged.',
  },
  warn: {
    label: 'Warn',
    text: 'Dakiya sends it anyway, and the response contains the reason as a warning. It is charged even if an operator blocks it.',
  },
  off: {
    label: 'Off',
    text: 'Dakiya checks only that the header is yours.',
  },
};

/** Chooses what happens to messages that differ from what is registered. */
export function ModeForm({ mode }: { mode: DltMode }) {
  const { form, fields, reply } = useValidatedForm({
    id: 'mode',
    schema: modeForm,
    defaultValue: { mode },
  });
  const { name, errors, errorId, initialValue } = fields.mode;
  return (
    <TitledCard heading="h3" id="mode" title="Messages that differ from what is registered">
      <ValidatedForm
        className="grid gap-5 p-5"
        fallback={fallbacks.registry}
        form={form}
        intent="mode"
        reply={reply}
      >
        {/* Resets the choice when it was changed elsewhere. */}
        <fieldset className="grid gap-4" key={mode}>
          <legend className="sr-only">Mode</legend>
          {dltModes.map((one) => (
            <div className="flex items-start gap-2.5 text-sm" key={one}>
              <input
                aria-describedby={`mode-${one}-text`}
                className="mt-0.5 size-4 shrink-0 accent-airmail"
                defaultChecked={(initialValue ?? mode) === one}
                id={`mode-${one}`}
                name={name}
                type="radio"
                value={one}
              />
              <div className="grid gap-0.5">
                <label className="font-medium" htmlFor={`mode-${one}`}>
                  {described[one].label}
                </label>
                <p className="text-xs text-faint" id={`mode-${one}-text`}>
                  {described[one].text}
                </p>
              </div>
            </div>
          ))}
          <FieldErrors errors={errors} id={errorId} />
        </fieldset>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <button className="button-quiet" type="submit">
            Save mode
          </button>
          <p className="text-xs text-faint">
            As long as you have registered nothing, nothing can be checked.
          </p>
        </div>
      </ValidatedForm>
    </TitledCard>
  );
}
