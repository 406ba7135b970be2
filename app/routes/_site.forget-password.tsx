import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { TextLink } from '#app/components/links.tsx';
import { NarrowPage, SuccessThenLogin } from '#app/components/pages.tsx';
import { SubmitButton } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field } from '#app/forms/field.tsx';
import { readForm } from '#app/forms/read-form.server.ts';
import { submit } from '#app/forms/submit.server.ts';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { toClientAddresses } from '#app/session/session.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { forgotPasswordInput } from '#domain/identity/accounts/contract.browser.ts';
import { requestPasswordReset } from '#domain/identity/accounts/reset-password.ts';

export const meta: MetaFunction = () => noIndexMeta('Forgot password');

/** The text is the same whether or not an account has this address. */
const message = 'If there is an account with this address, we have emailed it a link.';

export async function action({ request, context }: ActionFunctionArgs) {
  return submit(
    await readForm(request),
    forgotPasswordInput,
    async ({ email }) => {
      await requestPasswordReset(email, { from: toClientAddresses(context).clientAddress });
      return { done: message };
    },
    { formId: 'forgot', fallback: fallbacks.forgotPassword },
  );
}

export default function ForgotPassword() {
  const answer = useActionData<typeof action>();
  return (
    <NarrowPage lead="We will email you a link to choose a new password." title="Forgot password">
      {answer && 'done' in answer ? <SuccessThenLogin message={answer.done} /> : <AddressForm />}
    </NarrowPage>
  );
}

function AddressForm() {
  const { form, fields } = useValidatedForm({ id: 'forgot', schema: forgotPasswordInput });
  return (
    <ValidatedForm fallback={fallbacks.forgotPassword} form={form}>
      <Field autoComplete="username" field={fields.email} label="Email" type="email" />
      <SubmitButton busy="Sending...">Send Reset Link</SubmitButton>
      <p className="text-sm text-faint">
        Remembered it? <TextLink to={paths.login}>Login</TextLink>
      </p>
    </ValidatedForm>
  );
}
