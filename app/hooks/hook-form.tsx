import type { ReactNode } from 'react';
import { SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Checkbox, Field, FoldedFields, Select, TextArea } from '#app/forms/field.tsx';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { sendAsLabels } from '#domain/messaging/hooks/contract.browser.ts';
import { type HookFields, hookForm, hookFormId } from './forms.ts';
import type { HookChoices, KindView } from './hook-input.server.ts';

type HookFormProps = {
  /** The saved or initial values. */
  hook: HookFields;
  kind: KindView;
  choices: HookChoices;
  /** The label of the button. */
  action: string;
  /** Hidden fields. */
  children?: ReactNode;
};

/**
 * The form of a hook. It always shows all fields that the kind can use, so that it works without
 * JavaScript.
 */
export function HookForm({ hook, kind, choices, action, children }: HookFormProps) {
  const { form, fields } = useValidatedForm({
    id: hookFormId,
    schema: hookForm,
    defaultValue: hook,
  });
  const { headers, templates, services } = choices;
  const sendsAs = fields.sendAs.value;
  const hasOwnErrors = [fields.sender, fields.templateId, fields.variables].some(
    ({ errors }) => errors,
  );
  const hasOwn = kind.sendAs.includes('template') || kind.sendAs.includes('text');
  return (
    <section aria-label="Hook" className="card min-w-0 max-w-3xl p-5">
      <ValidatedForm fallback={fallbacks.hook} form={form} intent="save">
        {children}
        <Field
          field={fields.name}
          hint="For example the app or server that will call the hook"
          label="Name"
          startsHere
        />
        <Select
          field={fields.sendAs}
          label="What is sent"
          options={kind.sendAs.map((value) => ({ value, label: sendAsLabels[value] }))}
        />
        {kind.sendAs.includes('service') ? (
          <Select
            field={fields.serviceId}
            label="OTP service"
            options={[
              { value: '', label: services.length > 0 ? 'None' : 'You have no OTP service yet' },
              ...services.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        ) : null}
        {kind.codes === 'chosen' ? (
          <Checkbox field={fields.hasCodes}>
            The texts contain one-time passwords
            <span className="block text-xs text-faint">
              Texts with one-time passwords are sent before other messages, are stored encrypted,
              and have the limits of one-time passwords.
            </span>
          </Checkbox>
        ) : null}
        {kind.hasRecipients ? (
          <TextArea
            field={fields.recipients}
            hint="One number per line, at most 10. A call that names a number sends only to that number."
            label="Numbers"
            mono
          />
        ) : null}
        {hasOwn ? (
          <FoldedFields
            opens={sendsAs === 'template' || hasOwnErrors}
            summary="Sender and DLT template"
          >
            <div className="grid gap-5 pt-3">
              <div className="grid gap-5 sm:grid-cols-2">
                <Field
                  field={fields.sender}
                  hint="Optional if you have only one sender"
                  label="Sender"
                  suggestions={headers}
                />
                <Field
                  field={fields.templateId}
                  hint="If empty, the template is found by the text"
                  label="Template ID"
                  suggestions={templates.map(({ id, name }) => ({ value: id, label: name }))}
                />
              </div>
              <TextArea
                field={fields.variables}
                hint={`The values of the template’s slots, one per line. Write a field of the call in braces, such as ${kind.hasRecipients ? '{status} or {commonLabels.alertname}' : '{code}'}.`}
                label="Slots"
                mono
              />
            </div>
          </FoldedFields>
        ) : null}
        <SubmitLine busy="Saving...">{action}</SubmitLine>
      </ValidatedForm>
    </section>
  );
}
