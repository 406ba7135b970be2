import { z } from 'zod';
import { Field, HiddenFields } from '#app/forms/field.tsx';
import { PanelForm } from '#app/forms/panel-form.tsx';
import { SubmitLine } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { requiredText } from '#domain/shared/text.browser.ts';

/** A form that only asks why. */
export const reasonForm = z.object({
  reason: requiredText('Please enter the reason')
    .trim()
    .min(1, 'Please enter the reason')
    .max(300, 'Please enter at most 300 characters'),
});

type ReasonPanelProps = {
  /** Unique on its page, and the same as in `submit`. */
  id: string;
  label: string;
  /** The object of the action, for the button's accessible name. */
  name: string;
  intent: string;
  fields?: Record<string, string>;
  fallback: string;
  /** The consequences. */
  text: string;
  /** Who sees the reason. */
  hint?: string;
  danger?: boolean;
};

/** A button that opens a panel, which states the consequences and asks for the reason before the form is submitted. */
export function ReasonPanel(props: ReasonPanelProps) {
  const { id, label, name, intent, fields, fallback, text, hint, danger = false } = props;
  const { form, fields: own } = useValidatedForm({ id, schema: reasonForm });
  return (
    <PanelForm
      accessibleName={`${label} ${name}`}
      alignRight="@4xl"
      buttonClassName={`button-quiet ${danger ? 'text-bad' : ''}`}
      fallback={fallback}
      form={form}
      intent={intent}
      label={label}
    >
      {fields ? <HiddenFields fields={fields} /> : null}
      <p className="text-sm [overflow-wrap:anywhere]">{text}</p>
      <Field field={own.reason} hint={hint ?? 'For the audit trail'} label="Reason" />
      <SubmitLine busy="Saving...">{label}</SubmitLine>
    </PanelForm>
  );
}
