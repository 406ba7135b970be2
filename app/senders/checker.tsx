import { TitledCard } from '#app/components/titled-card.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field, TextArea } from '#app/forms/field.tsx';
import { useFormReply } from '#app/forms/form-reply.ts';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import type { PostedCheck } from './contract.ts';
import { checkForm, checkFormId } from './forms.ts';
import { useLiveCheck } from './use-live-check.ts';
import { VerdictDetails, VerdictLine } from './verdict.tsx';

type CheckerProps = {
  /** The template to check against; without one the message's own is looked for. */
  templateId?: string;
  /** Headers that are suggested as senders. */
  headers: string[];
};

/** A form that checks a message against the registry: as one types, and by posting it without JavaScript. */
export function Checker({ templateId, headers }: CheckerProps) {
  const posted = useFormReply<Partial<PostedCheck>>();
  const { checked, problem, isChecking, check } = useLiveCheck(posted?.checked);
  const { form, fields, reply } = useValidatedForm({
    id: checkFormId,
    schema: checkForm,
    defaultValue:
      posted?.typed ?? (templateId ? { template_id: templateId, sender: headers[0] } : {}),
  });
  return (
    <div className="grid gap-6 @4xl:grid-cols-2 @4xl:items-start">
      <TitledCard heading="h3" id="message" title="Message to check">
        <ValidatedForm
          className="grid gap-5 p-5"
          fallback={fallbacks.checkMessage}
          form={form}
          intent="check"
          onType={check}
          reply={reply}
        >
          <TextArea
            field={fields.text}
            hint="Every character counts, also spaces and newlines."
            label="Text"
            mono
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              autoComplete="off"
              field={fields.sender}
              hint="Optional"
              label="Header"
              suggestions={headers}
            />
            {templateId === undefined ? (
              <Field
                autoComplete="off"
                field={fields.template_id}
                hint="Optional: found by the text"
                label="Template ID"
              />
            ) : (
              <input name="template_id" type="hidden" value={templateId} />
            )}
          </div>
          <div>
            <SubmitButton busy="Checking...">Check</SubmitButton>
          </div>
        </ValidatedForm>
      </TitledCard>
      <TitledCard heading="h3" id="verdict" title="Verdict">
        <div className={`grid gap-4 p-5 ${isChecking ? 'opacity-60' : ''}`}>
          {/* The line alone is read out while one types. */}
          <div aria-busy={isChecking} aria-live="polite">
            {problem ? <p className="text-sm text-bad">{problem}</p> : null}
            {checked ? <VerdictLine checked={checked} /> : null}
            {checked || problem ? null : (
              <p className="text-sm text-faint">
                Enter a message. Nothing is sent, and nothing is charged.
              </p>
            )}
          </div>
          {checked ? <VerdictDetails checked={checked} /> : null}
        </div>
      </TitledCard>
    </div>
  );
}
