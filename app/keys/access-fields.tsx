import type { FieldMetadata } from '@conform-to/react';
import { Checkbox, TextArea } from '#app/forms/field.tsx';
import { allKeyScopes, keyScopes } from '#domain/identity/api-keys/contract.browser.ts';
import { scopeFields } from './key-forms.ts';

type AccessFieldsProps = {
  fields: Record<(typeof scopeFields)[keyof typeof scopeFields], FieldMetadata<'on' | undefined>> &
    Record<'only' | 'addresses', FieldMetadata<string | undefined>>;
};

/** The fields for a key's scopes and the addresses from which it works. */
export function AccessFields({ fields }: AccessFieldsProps) {
  return (
    <>
      <fieldset className="grid gap-2.5">
        <legend className="mb-2.5 text-sm font-medium">Scopes</legend>
        {allKeyScopes.map((scope) => (
          <Checkbox field={fields[scopeFields[scope]]} key={scope}>
            <code className="font-mono text-xs">{scope}</code>
            <span className="block text-xs text-faint">{keyScopes[scope]}</span>
          </Checkbox>
        ))}
      </fieldset>
      <TextArea
        field={fields.only}
        hint="DLT template ids and ids of OTP services, one a line. The key then sends nothing else. Leave empty for any."
        label="Sends only"
        mono
      />
      <TextArea
        field={fields.addresses}
        hint="Addresses or networks, one a line, that the settings of the account must allow too. Leave empty for any."
        label="Works only from"
        mono
      />
    </>
  );
}
