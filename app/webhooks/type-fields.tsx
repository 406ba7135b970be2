import type { FieldMetadata } from '@conform-to/react';
import { Checkbox } from '#app/forms/field.tsx';
import {
  allEventTypes,
  type EventType,
  eventTypes,
} from '#domain/notifications/webhooks/contract.browser.ts';
import { typeFields } from './forms.ts';

type TypeFieldsProps = {
  fields: Record<(typeof typeFields)[EventType], FieldMetadata<'on' | undefined>>;
};

/** A checkbox for each type of event. */
export function TypeFields({ fields }: TypeFieldsProps) {
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
