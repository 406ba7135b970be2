import type { FieldMetadata } from '@conform-to/react';
import { passwordLengthLimits } from '#domain/identity/accounts/contract.browser.ts';
import { Field } from './field.tsx';

type PasswordFieldProps = {
  field: FieldMetadata<string | undefined>;
  label: string;
  /** The user's password, a new one, or the new one repeated. */
  kind: 'current' | 'new' | 'repeated';
};

/** A field for a password. Password managers fill in a current one and suggest a new one. */
export function PasswordField({ field, label, kind }: PasswordFieldProps) {
  const hint = kind === 'new' ? `At least ${passwordLengthLimits.min} characters` : undefined;
  const autoComplete = kind === 'current' ? 'current-password' : 'new-password';
  return (
    <Field autoComplete={autoComplete} field={field} hint={hint} label={label} type="password" />
  );
}
