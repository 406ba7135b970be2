import type { FieldMetadata } from '@conform-to/react';
import { Checkbox, Choice as Choices, TextArea } from '#app/forms/field.tsx';
import { type Choice, IdChoices } from '#app/forms/id-choices.tsx';
import { allKeyScopes, keyScopes } from '#domain/identity/api-keys/contract.browser.ts';
import { presets, scopeFields } from './key-forms.ts';

/** The templates and OTP services to which a key can be restricted. */
export type Sendables = { templates: Choice[]; services: Choice[] };

type AccessFieldsProps = {
  sendables: Sendables;
  fields: Record<(typeof scopeFields)[keyof typeof scopeFields], FieldMetadata<'on' | undefined>> &
    Record<'access' | 'only' | 'addresses', FieldMetadata<string | undefined>>;
};

/** The mode of a new key. */
export const ModeField = ({ field }: { field: FieldMetadata<string | undefined> }) => (
  <Choices
    field={field}
    hint="A key cannot change its mode later."
    label="Mode"
    options={[
      { value: 'test', label: 'Test key', text: 'Its messages reach no phone, and cost nothing.' },
      {
        value: 'live',
        label: 'Live key',
        text: 'Its messages reach phones, and count against your plan.',
      },
    ]}
  />
);

/** The fields for a key's scopes and allowed addresses. */
export function AccessFields({ fields, sendables }: AccessFieldsProps) {
  return (
    <>
      <div className="group grid gap-4">
        <Choices
          field={fields.access}
          label="Access"
          options={[
            { value: 'all', label: 'Everything', text: 'All scopes.' },
            {
              value: 'send',
              label: 'Send only',
              text: `Messages and one-time passwords: ${presets.send.join(', ')}.`,
            },
            {
              value: 'read',
              label: 'Read only',
              text: `Messages and the balance: ${presets.read.join(', ')}.`,
            },
            { value: 'chosen', label: 'Chosen scopes', text: 'Choose each scope below.' },
          ]}
        />
        <fieldset className="hidden gap-2.5 pl-6.5 group-has-[[value=chosen]:checked]:grid">
          <legend className="mb-2.5 text-sm font-medium">Scopes</legend>
          {allKeyScopes.map((scope) => (
            <Checkbox field={fields[scopeFields[scope]]} key={scope}>
              <code className="font-mono text-xs">{scope}</code>
              <span className="block text-xs text-faint">{keyScopes[scope]}</span>
            </Checkbox>
          ))}
        </fieldset>
      </div>
      <IdChoices
        field={fields.only}
        groups={[
          { label: 'OTP services', choices: sendables.services },
          { label: 'Templates', choices: sendables.templates },
        ]}
        hint="Leave empty to allow every template and OTP service. You can name ids that are not registered yet."
        label="Allowed templates and OTP services"
      />
      <TextArea
        field={fields.addresses}
        hint="IP addresses or networks, one per line. If the account’s settings restrict addresses, the settings must allow these addresses too. Leave empty to allow any address."
        label="Allowed addresses"
        mono
      />
    </>
  );
}
