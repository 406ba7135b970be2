import { type ActionFunctionArgs, data, type MetaFunction } from '@remix-run/node';
import { Form, useActionData } from '@remix-run/react';
import { httpStatusByErrorCode } from '#app/api/http-status-by-error-code.ts';
import { TextLink } from '#app/components/links.tsx';
import { NarrowPage } from '#app/components/pages.tsx';
import { SubmitButton } from '#app/forms/buttons.tsx';
import { FormErrors } from '#app/forms/field.tsx';
import { paths } from '#app/paths.ts';
import { toClientAddresses } from '#app/session/session.server.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { undoEmailChange } from '#domain/identity/accounts/email-change.ts';
import { DomainError, sentenceForPeople } from '#domain/shared/errors.browser.ts';

export const meta: MetaFunction = () => noIndexMeta('Undo the change of your email address');

/** Only the button (POST) undoes the change, because email programs open links by themselves. */
export async function action({ request: _, params, context }: ActionFunctionArgs) {
  try {
    const { email, resetToken } = await undoEmailChange(params.token ?? '', {
      from: toClientAddresses(context).clientAddress,
    });
    return redirectDone(
      paths.resetPassword(resetToken),
      'Change undone',
      `Your email address is ${email}. All sessions were logged out; please choose a new password.`,
    );
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return data({ error: sentenceForPeople(error) }, { status: httpStatusByErrorCode[error.code] });
  }
}

export default function UndoEmailChange() {
  const answer = useActionData<typeof action>();
  return (
    <NarrowPage
      lead="This restores your previous email address. It signs out all sessions, turns off the API keys, webhook endpoints, hooks and notifications that were added since, and asks you to choose a new password."
      title="Undo the change of your email address"
    >
      {answer && 'error' in answer ? (
        <>
          <FormErrors errors={[answer.error]} id="undo-error" />
          <p className="text-sm">
            <TextLink to={paths.contact}>Contact support</TextLink>
          </p>
        </>
      ) : (
        <Form className="grid" method="post">
          <SubmitButton busy="Undoing...">Undo the change</SubmitButton>
        </Form>
      )}
    </NarrowPage>
  );
}
