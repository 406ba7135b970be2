import { type ActionFunctionArgs, data, type MetaFunction } from '@remix-run/node';
import { Form, useActionData } from '@remix-run/react';
import { httpStatusByErrorCode } from '#app/api/http-status-by-error-code.ts';
import { TextLink } from '#app/components/links.tsx';
import { NarrowPage } from '#app/components/pages.tsx';
import { SubmitButton } from '#app/forms/buttons.tsx';
import { FormErrors } from '#app/forms/field.tsx';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { confirmEmail } from '#domain/identity/accounts/confirm-email.ts';
import { confirmEmailChange } from '#domain/identity/accounts/email-change.ts';
import { DomainError, sentenceForPeople } from '#domain/shared/errors.browser.ts';

export const meta: MetaFunction = () => noIndexMeta('Confirm your address');

const expiredLink =
  'This link has expired or was already used. You can request a new one from your dashboard.';

/** Only the button (POST) confirms the address, because email programs open links by themselves. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  const token = params.token ?? '';
  try {
    const done = (await confirmEmail(token, userId)) || (await confirmEmailChange(token, userId));
    if (!done) return data({ error: expiredLink }, { status: 400 });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return data({ error: sentenceForPeople(error) }, { status: httpStatusByErrorCode[error.code] });
  }
  return redirectDone(paths.dashboard(), 'Email address confirmed');
}

export default function ConfirmEmail() {
  const answer = useActionData<typeof action>();
  return (
    <NarrowPage
      lead="Confirm this address so that we can send you account emails."
      title="Confirm your address"
    >
      {answer && 'error' in answer ? (
        <>
          <FormErrors errors={[answer.error]} id="confirm-error" />
          <p className="text-sm">
            <TextLink to={paths.dashboard()}>Go to the dashboard</TextLink>
          </p>
        </>
      ) : (
        <Form className="grid" method="post">
          <SubmitButton busy="Confirming...">Confirm email address</SubmitButton>
        </Form>
      )}
    </NarrowPage>
  );
}
