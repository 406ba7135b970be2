import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useActionData } from '@remix-run/react';
import { Done } from '#app/components/done.tsx';
import { Sheet } from '#app/components/sheet.tsx';
import { CheckedForm } from '#app/forms/checked-form.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field } from '#app/forms/field.tsx';
import { readForm } from '#app/forms/read-form.server.ts';
import { submit } from '#app/forms/submit.server.ts';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useCheckedForm } from '#app/forms/use-checked-form.ts';
import { paths } from '#app/paths.ts';
import { guardAttempt } from '#app/session/guard.server.ts';
import { privateHead } from '#app/site/private-head.ts';
import { forgotPasswordInput } from '#domain/identity/accounts/contract.ts';
import { requestPasswordReset } from '#domain/identity/accounts/request-password-reset.server.ts';

export const meta: MetaFunction = () => privateHead('Forgot password');

/** The same for an address that has an account and one that has none. */
const message = 'If there is an account with this address, we have mailed it a link.';

export async function action({ request, context }: ActionFunctionArgs) {
  return submit(
    await readForm(request),
    forgotPasswordInput,
    async ({ email }) => {
      await guardAttempt('forgot', context.clientAddress ?? '', email);
      await requestPasswordReset(email);
      return { done: message };
    },
    { formId: 'forgot', fallback: fallbacks.forgotPassword },
  );
}

export default function ForgotPassword() {
  const answer = useActionData<typeof action>();
  return (
    <Sheet lead="We mail you a link with which you choose a new one." title="Forgot password">
      {answer && 'done' in answer ? <Done message={answer.done} /> : <AddressForm />}
    </Sheet>
  );
}

function AddressForm() {
  const { form, fields, reply } = useCheckedForm({ id: 'forgot', schema: forgotPasswordInput });
  return (
    <CheckedForm fallback={fallbacks.forgotPassword} form={form} reply={reply}>
      <Field autoComplete="username" field={fields.email} label="Email" type="email" />
      <SubmitButton busy="Sending...">Send Reset Link</SubmitButton>
      <p className="text-sm text-faint">
        Remembered it?{' '}
        <Link className="link" to={paths.login}>
          Login
        </Link>
      </p>
    </CheckedForm>
  );
}
