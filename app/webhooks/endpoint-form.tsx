import type { FieldMetadata } from '@conform-to/react';
import type { ReactNode } from 'react';
import type { Mode } from '#app/dashboard/mode.tsx';
import { SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import {
  Checkbox,
  Choice as Choices,
  Field,
  FieldErrors,
  FoldedFields,
  Select,
} from '#app/forms/field.tsx';
import { type Choice, IdChoices } from '#app/forms/id-choices.tsx';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { allEventTypes, type EventType, eventTypes } from '#domain/webhooks/contract.browser.ts';
import { chosenFormats, formats } from '#domain/webhooks/endpoint-contract.browser.ts';
import { type EndpointFields, endpointForm, endpointFormId, typeFields } from './forms.ts';

type EndpointFormProps = {
  /** The saved or initial values. */
  endpoint: EndpointFields;
  /** The API keys to choose from. */
  keys: Choice[];
  /** The label of the button. */
  action: string;
  /** Hidden fields. */
  children?: ReactNode;
};

const modeOptions: { value: Mode; label: string }[] = [
  { value: 'live', label: 'Live: events of messages that are sent' },
  { value: 'test', label: 'Test: events of test messages' },
];

const formatNames = { standard: 'Standard', msg91: 'MSG91' };

const formatOptions = chosenFormats.map((value) => ({
  ...{ value, label: formatNames[value] },
  text: formats[value].replace(/^d/, 'D'),
}));

/** The form of an endpoint. The mode and the format of an existing endpoint cannot be changed. */
export function EndpointForm({ endpoint, keys, action, children }: EndpointFormProps) {
  const { form, fields } = useValidatedForm({
    id: endpointFormId,
    schema: endpointForm,
    defaultValue: endpoint,
  });
  const isLimited = Boolean(fields.apiIds.initialValue || fields.perSecond.initialValue);
  const limitErrors = Boolean(fields.apiIds.errors ?? fields.perSecond.errors);
  return (
    <section aria-label="Endpoint" className="card @container min-w-0 max-w-3xl p-5">
      <ValidatedForm fallback={fallbacks.webhook} form={form} intent="save">
        <input defaultValue={fields.shown.initialValue} name={fields.shown.name} type="hidden" />
        <FieldErrors errors={fields.shown.errors} id={fields.shown.errorId} />
        {children}
        <Field
          field={fields.url}
          hint="A public https address, on port 443 or a port from 1024 up"
          label="Address"
          startsHere
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
        {endpoint.format ? (
          <Choices
            field={fields.format}
            hint="The format cannot be changed later."
            label="Format"
            options={formatOptions}
          />
        ) : null}
        <TypeFields fields={fields} isNew={endpoint.mode !== undefined} />
        <FoldedFields
          opens={endpoint.mode !== undefined || isLimited || limitErrors}
          summary={`API keys and rate: ${isLimited ? 'limited' : 'all keys, any rate'}`}
        >
          <div className="grid gap-5 pt-2">
            <IdChoices
              field={fields.apiIds}
              groups={[{ label: 'API keys', choices: keys }]}
              hint="If you choose no key, the endpoint gets the events of all keys."
              label="Only events of these API keys"
            />
            <div className="max-w-xs">
              <Field
                field={fields.perSecond}
                hint="1 to 1,000. Leave empty for no limit."
                label="Events a second at most"
              />
            </div>
          </div>
        </FoldedFields>
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
  isNew: boolean;
};

/**
 * A checkbox for each type of event. The list is open if some types are chosen or the endpoint is
 * new.
 */
function TypeFields({ fields, isNew }: TypeFieldsProps) {
  const chosen = allEventTypes.filter((type) => fields[typeFields[type]].initialValue === 'on');
  const some = chosen.length === 1 ? 'one type' : `${chosen.length} types`;
  return (
    <FoldedFields
      opens={isNew || chosen.length > 0}
      summary={`Types of events: ${chosen.length === 0 ? 'all' : some}`}
    >
      <fieldset aria-describedby="types-hint" className="grid min-w-0 gap-3 pt-1">
        <legend className="sr-only">Types of events</legend>
        <p className="text-xs text-faint" id="types-hint">
          Choose none to get all types, including types that are added later.
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
    </FoldedFields>
  );
}
