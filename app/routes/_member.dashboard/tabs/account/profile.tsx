import { CheckedForm } from '#app/forms/checked-form.tsx';
import { Field } from '#app/forms/field.tsx';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useCheckedForm } from '#app/forms/use-checked-form.ts';
import { useMember } from '#app/session/use-member.ts';
import { profileForm } from './profile-form.ts';

/** Name and e-mail address. */
export function Profile() {
  const { name, email } = useMember();
  const { form, fields, reply } = useCheckedForm({
    id: 'profile',
    schema: profileForm,
    defaultValue: { name, email },
  });
  return (
    <section aria-labelledby="profile-title" className="card">
      <h2 className="border-b border-line px-5 py-3 text-sm font-medium" id="profile-title">
        Profile
      </h2>
      <CheckedForm className="grid gap-5 p-5" form={form} reply={reply}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field autoComplete="name" field={fields.name} label="Full Name" />
          <Field autoComplete="email" field={fields.email} label="Email" type="email" />
        </div>
        <div>
          <SubmitButton busy="Saving..." intent="profile">
            Save Changes
          </SubmitButton>
        </div>
      </CheckedForm>
    </section>
  );
}
