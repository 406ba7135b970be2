import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { TextLink } from '#app/components/links.tsx';
import { NarrowPage, SuccessThenLogin } from '#app/components/pages.tsx';
import { SubmitButton } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { submit } from '#app/forms/submit.server.ts';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { toClientAddresses } from '#app/session/session.server.ts';
import { PasswordField } from '#app/session/sign-in-fields.tsx';
import { noIndexMeta } from '#app/site/meta.ts';
import { resetPasswordInput } from '#domain/identity/accounts/contract.browser.ts';
import { resetPassword } from '#domain/identity/accounts/reset-password.ts';

export const meta: MetaFunction = () => noIndexMeta('Reset password');

const whyOff =
  'because the email address of this account had not been confirmed before: another person may have created';

/** Explains why keys were deactivated, and how to activate them again. */
const keysOff = (count: number) =>
  count === 1
    ? `We deactivated your API key, ${whyOff} it. You can activate it again under Manage API.`
    : `We deactivated your ${count} API keys, ${whyOff} them. You can activate them again under Manage API.`;

/** Explains why webhook endpoints or hooks were turned off, and how to turn them on again. */
const turnedOff = (count: number, what: string, screen: string) =>
  count === 1
    ? `We turned off your ${what}, because another person may have added it. You can turn it on again under ${screen}.`
    : `We turned off your ${count} ${what}s, because another person may have added them. You can turn them on again under ${screen}.`;

const channelsGone =
  'We disconnected notifications by SMS and Slack, because another person may have connected them. You can connect them again under Settings.';

const message = 'Your password has been reset. Please log in with the new one.';

export async function action({ request, params, context }: ActionFunctionArgs) {
  return submit(
    await readForm(request),
    resetPasswordInput,
    async ({ password }) => {
      const { keysTurnedOff, endpointsTurnedOff, hooksTurnedOff, channelsRemoved } =
        await resetPassword(params.token ?? '', password, {
          from: toClientAddresses(context).clientAddress,
        });
      const sentences = [
        message,
        ...(keysTurnedOff > 0 ? [keysOff(keysTurnedOff)] : []),
        ...(endpointsTurnedOff > 0
          ? [turnedOff(endpointsTurnedOff, 'webhook endpoint', 'Webhooks')]
          : []),
        ...(hooksTurnedOff > 0 ? [turnedOff(hooksTurnedOff, 'hook', 'Hooks')] : []),
        ...(channelsRemoved > 0 ? [channelsGone] : []),
      ];
      return { done: sentences.join(' '), stays: sentences.length > 1 };
    },
    { formId: 'reset', fallback: fallbacks.resetPassword },
  );
}

export default function ResetPassword() {
  const answer = useActionData<typeof action>();
  return (
    <NarrowPage lead="Changing your password signs you out on all devices." title="Reset password">
      {answer && 'done' in answer ? (
        <SuccessThenLogin message={answer.done} stays={answer.stays} />
      ) : (
        <PasswordForm />
      )}
    </NarrowPage>
  );
}

function PasswordForm() {
  const { form, fields } = useValidatedForm({ id: 'reset', schema: resetPasswordInput });
  return (
    <ValidatedForm fallback={fallbacks.resetPassword} form={form}>
      <PasswordField field={fields.password} kind="new" label="New password" />
      <PasswordField field={fields.passwordConfirm} kind="repeated" label="Confirm password" />
      <SubmitButton busy="Resetting...">Reset Password</SubmitButton>
      <p className="text-sm text-faint">
        Link expired? <TextLink to={paths.forgotPassword}>Request a new one</TextLink>
      </p>
    </ValidatedForm>
  );
}
