import type { FieldMetadata } from '@conform-to/react';
import { FieldErrors } from '#app/forms/field.tsx';
import { listMark } from '#app/forms/parse-form.ts';
import { componentIds, components } from '#domain/status/contract.browser.ts';

/** The affected components, as checkboxes. The form gets one line per checked component. */
export function ComponentChoices({ field }: { field: FieldMetadata<string | undefined> }) {
  const { id, name, errors, errorId, initialValue } = field;
  const chosen = (initialValue ?? '').split('\n');
  return (
    <fieldset
      aria-describedby={errors?.length ? errorId : undefined}
      className="grid gap-1"
      id={id}
      tabIndex={-1}
    >
      <legend className="mb-1.5 text-sm font-medium">Affected components</legend>
      {componentIds.map((component) => (
        <label className="flex min-h-7 items-center gap-2.5 text-sm" key={component}>
          <input
            className="size-4 shrink-0 accent-airmail"
            defaultChecked={chosen.includes(component)}
            name={`${name}${listMark}${component}`}
            type="checkbox"
            value={component}
          />
          {components[component].name}
        </label>
      ))}
      <FieldErrors errors={errors} id={errorId} />
    </fieldset>
  );
}
