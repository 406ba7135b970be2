import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field } from '#app/forms/field.tsx';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import { changePasswordForm, passwordLengthLimits } from '#domain/identity/accounts/contract.ts';

/** A form that changes the password, or sets the first one. */
export function Password({ hasPassword }: { hasPassword: boolean }) {
  const { form, fields, reply } = useValidatedForm({ id: 'password', schema: changePasswordForm });
  return (
    <section aria-labelledby="password-title" className="card">
      <h2 className="border-b border-line px-5 py-3 text-sm font-medium" id="password-title">
        {hasPassword ? 'Change password' : 'Set a password'}
      </h2>
      <ValidatedForm
        className="grid gap-5 p-5"
        fallback={fallbacks.changePassword}
        form={form}
        reply={reply}
      >
        <p className="text-sm text-faint">This signs out all your other devices and programs.</p>
        {hasPassword ? (
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              autoComplete="current-password"
              field={fields.currentPassword}
              label="Current password"
              type="password"
            />
          </div>
        ) : null}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            autoComplete="new-password"
            field={fields.password}
            hint={`At least ${passwordLengthLimits.min} characters`}
            label="New password"
            type="password"
          />
          <Field
            autoComplete="new-password"
            field={fields.passwordConfirm}
            label="Repeat the new password"
            type="password"
          />
        </div>
        <div>
          <SubmitButton busy="Saving..." intent="password">
            {hasPassword ? 'Change password' : 'Set password'}
          </SubmitButton>
        </div>
      </ValidatedForm>
    </section>
  );
}
