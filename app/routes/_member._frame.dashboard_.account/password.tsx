import { TitledCard } from '#app/components/titled-card.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { PasswordField } from '#app/forms/password-field.tsx';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import { changePasswordForm } from '#domain/identity/accounts/contract.browser.ts';

/** A form that changes the password, or sets the first one. */
export function Password({ hasPassword }: { hasPassword: boolean }) {
  const { form, fields, reply } = useValidatedForm({ id: 'password', schema: changePasswordForm });
  return (
    <TitledCard
      heading="h2"
      id="password"
      title={hasPassword ? 'Change password' : 'Set a password'}
    >
      <ValidatedForm
        className="grid gap-5 p-5"
        fallback={fallbacks.changePassword}
        form={form}
        intent="password"
        reply={reply}
      >
        <p className="text-sm text-faint">
          This signs out all your other devices and programs. API keys go on working.
        </p>
        {hasPassword ? (
          <div className="grid gap-5 sm:grid-cols-2">
            <PasswordField field={fields.currentPassword} kind="current" label="Current password" />
          </div>
        ) : null}
        <div className="grid gap-5 sm:grid-cols-2">
          <PasswordField field={fields.password} kind="new" label="New password" />
          <PasswordField
            field={fields.passwordConfirm}
            kind="repeated"
            label="Repeat the new password"
          />
        </div>
        <div>
          <SubmitButton busy="Saving...">
            {hasPassword ? 'Change password' : 'Set password'}
          </SubmitButton>
        </div>
      </ValidatedForm>
    </TitledCard>
  );
}
