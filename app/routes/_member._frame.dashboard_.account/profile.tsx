import { Form } from '@remix-run/react';
import { TitledCard } from '#app/components/titled-card.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field } from '#app/forms/field.tsx';
import { IntentButton } from '#app/forms/intent-button.tsx';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import { useSignedInUser } from '#app/session/use-signed-in-user.ts';
import { PendingEmail } from './pending-email.tsx';
import { PictureField } from './picture-field.tsx';
import { profileForm } from './profile-form.ts';

/** The profile form: name, email address and picture. */
export function Profile({ hasPassword }: { hasPassword: boolean }) {
  const { name, email, image } = useSignedInUser();
  const { form, fields, reply } = useValidatedForm({
    id: 'profile',
    schema: profileForm,
    defaultValue: { name, email },
  });
  return (
    <TitledCard heading="h2" id="profile" title="Profile">
      <ValidatedForm
        className="grid gap-5 p-5"
        encType="multipart/form-data"
        fallback={fallbacks.profile}
        form={form}
        intent="profile"
        reply={reply}
      >
        {/* The file comes last, as an oversized form is parsed only up to the limit. */}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field autoComplete="name" field={fields.name} label="Full Name" />
          <Field autoComplete="email" field={fields.email} label="Email" type="email" />
          {hasPassword ? (
            <Field
              autoComplete="current-password"
              field={fields.password}
              hint="Only needed to change your email address"
              label="Your password"
              type="password"
            />
          ) : null}
        </div>
        <PictureField field={fields.picture} image={image} key={image} name={name} />
        <div>
          <SubmitButton busy="Saving...">Save Changes</SubmitButton>
        </div>
      </ValidatedForm>
      <PendingEmail />
      {image ? (
        <Form className="border-t border-line px-5 py-3" method="post" preventScrollReset>
          <IntentButton value="remove-picture">Remove picture</IntentButton>
        </Form>
      ) : null}
    </TitledCard>
  );
}
