import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link } from '@remix-run/react';
import { TextLink } from '#app/components/links.tsx';
import { NarrowPage } from '#app/components/pages.tsx';
import { type Toast, useShowToast } from '#app/components/toasts.tsx';
import { SubmitButton } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Checkbox, Field } from '#app/forms/field.tsx';
import { parseForm } from '#app/forms/parse-form.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { submit } from '#app/forms/submit.server.ts';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { toClientAddresses } from '#app/session/session.server.ts';
import { PasswordField } from '#app/session/sign-in-fields.tsx';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { publicPageMeta } from '#app/site/meta.ts';
import { registerForm } from '#domain/identity/accounts/contract.browser.ts';
import { signUp } from '#domain/identity/accounts/sign-up.ts';

export const meta: MetaFunction = (args) =>
  publicPageMeta(
    {
      title: 'Register',
      description: 'Create a Dakiya account. It starts on the Free plan, and no card is needed.',
    },
    args,
  );

const mismatch: Toast = { type: 'info', title: 'Passwords do not match' };
const success: Toast = { type: 'success', title: 'Account created successfully' };

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request);
  return submit(
    form,
    registerForm,
    async ({ terms: _accepted, ...input }) => {
      await signUp(input, { from: toClientAddresses(context).clientAddress });
      return redirectWithToast(paths.home, success, { next: paths.loginAfterRegistering });
    },
    {
      formId: 'register',
      fallback: fallbacks.register,
      onInvalid: (errors) => (isOnlyMismatch(errors) ? mismatch : undefined),
    },
  );
}

/**
 * The toast about different passwords is shown only if there is no other error, because it would hide the other errors.
 */
const isOnlyMismatch = (errors: Record<string, string[] | null>) =>
  Object.keys(errors).length === 1 && errors.passwordConfirm?.[0] === mismatch.title;

export default function Register() {
  const { form, fields } = useValidatedForm({ id: 'register', schema: registerForm });
  const showToast = useShowToast();
  return (
    <NarrowPage
      lead={
        <>
          Have an account? <TextLink to={paths.login}>Login</TextLink>
        </>
      }
      title="Create your account"
    >
      <ValidatedForm
        fallback={fallbacks.register}
        form={form}
        onSend={(element) => {
          const { error } = parseForm(new FormData(element), registerForm).reply();
          if (isOnlyMismatch(error ?? {})) showToast(mismatch);
        }}
      >
        <Field autoComplete="name" field={fields.name} label="Full Name" />
        <Field autoComplete="username" field={fields.email} label="Email" type="email" />
        <PasswordField field={fields.password} kind="new" label="Password" />
        <PasswordField field={fields.passwordConfirm} kind="repeated" label="Confirm Password" />
        <Checkbox field={fields.terms}>
          I agree to the{' '}
          <Link className="link" target="_blank" to={paths.terms}>
            Terms of Service
          </Link>{' '}
          and the{' '}
          <Link className="link" target="_blank" to={paths.privacy}>
            Privacy Policy
          </Link>
        </Checkbox>
        <SubmitButton busy="Creating...">Create Account</SubmitButton>
      </ValidatedForm>
    </NarrowPage>
  );
}
