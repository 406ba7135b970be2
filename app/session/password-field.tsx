import type { FieldMetadata } from '@conform-to/react';
import { Field } from '#app/forms/field.tsx';
import { passwordLengthLimits } from '#domain/identity/accounts/contract.browser.ts';

type PasswordFieldProps = {
  field: FieldMetadata<string | undefined>;
  label: string;
  /** The user's current password, a new password, or the repeated new password. */
  kind: 'current' | 'new' | 'repeated';
};

/** A password field. Password managers fill in a current password and suggest a new one. */
export function PasswordField({ field, label, kind }: PasswordFieldProps) {
  const hint = kind === 'new' ? `At least ${passwordLengthLimits.min} characters` : undefined;
  const autoComplete = kind === 'current' ? 'current-password' : 'new-password';
  return (
    <Field autoComplete={autoComplete} field={field} hint={hint} label={label} type="password" />
  );
}
