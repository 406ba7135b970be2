import type { FieldMetadata } from '@conform-to/react';
import type { ReactNode } from 'react';
import type { Mode } from '#app/dashboard/mode/modes.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Checkbox, Field, FieldErrors, Select, TextArea } from '#app/forms/field.tsx';
import { SubmitLine } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import { allEventTypes, type EventType, eventTypes } from '#domain/webhooks/contract.browser.ts';
import { type EndpointFields, endpointForm, endpointFormId, typeFields } from './forms.ts';

type EndpointFormProps = {
  /** The saved or initial values. */
  endpoint: EndpointFields;
  /** The label of the button. */
  action: string;
  /** Hidden fields. */
  children?: ReactNode;
};

const modeOptions: { value: Mode; label: string }[] = [
  { value: 'live', label: 'Live: events of messages that are sent' },
  { value: 'test', label: 'Test: events of test messages' },
];

/** The form of an endpoint. The mode of an existing endpoint cannot be changed. */
export function EndpointForm({ endpoint, action, children }: EndpointFormProps) {
  const { form, fields } = useValidatedForm({
    id: endpointFormId,
    schema: endpointForm,
    defaultValue: endpoint,
  });
  return (
    <section aria-label="Endpoint" className="card @container min-w-0 max-w-3xl p-5">
      <ValidatedForm fallback={fallbacks.webhook} form={form} intent="save">
        <input defaultValue={fields.shown.initialValue} name={fields.shown.name} type="hidden" />
        <FieldErrors errors={fields.shown.errors} id={fields.shown.errorId} />
        {children}
        <Field
          field={fields.url}
          hint="https, on port 443 or from 1024 on, with a public address"
          label="Address"
        />
        <Field
          field={fields.description}
          hint="Optional, such as the system that gets the events"
          label="Description"
        />
        {endpoint.mode ? (
          <div className="max-w-md">
            <Select field={fields.mode} label="Mode" options={modeOptions} />
          </div>
        ) : null}
        <TypeFields fields={fields} />
        <TextArea
          field={fields.apiIds}
          hint="API IDs (dk_…), one a line: only messages and codes of these. Leave empty for all."
          label="Only of these API keys"
          mono
        />
        <div className="max-w-xs">
          <Field
            field={fields.perSecond}
            hint="1 to 1,000. Leave empty for as many as your server takes."
            label="Events a second at most"
          />
        </div>
        <Checkbox field={fields.includesText}>
          Include the text of messages
          <span className="block text-xs text-faint">
            Otherwise <code className="font-mono">content</code> is null. Codes are never included.
          </span>
        </Checkbox>
        <Checkbox field={fields.enabled}>On: events are posted</Checkbox>
        <SubmitLine busy="Saving...">{action}</SubmitLine>
      </ValidatedForm>
    </section>
  );
}

type TypeFieldsProps = {
  fields: Record<(typeof typeFields)[EventType], FieldMetadata<'on' | undefined>>;
};

/** A checkbox for each type of event. */
function TypeFields({ fields }: TypeFieldsProps) {
  return (
    <fieldset aria-describedby="types-hint" className="grid min-w-0 gap-3">
      <legend className="mb-1 text-sm font-medium">Types of events</legend>
      <p className="text-xs text-faint" id="types-hint">
        Choose none to get all, also those that are still to come.
      </p>
      <div className="grid gap-x-6 gap-y-2.5 @2xl:grid-cols-2">
        {allEventTypes.map((type) => (
          <Checkbox field={fields[typeFields[type]]} key={type}>
            <code className="font-mono text-xs">{type}</code>
            <span className="block text-xs text-faint">{eventTypes[type]}</span>
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
