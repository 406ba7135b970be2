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
import { undoDeletionByLink } from '#domain/identity/account-deletion/request-deletion.ts';
import { DomainError, sentenceForPeople } from '#domain/shared/errors.browser.ts';

export const meta: MetaFunction = () => noIndexMeta('Keep your account');

/** Only the button (POST) undoes the deletion, because email programs open links by themselves. */
export async function action({ request: _, params, context }: ActionFunctionArgs) {
  try {
    const { clientAddress: from } = toClientAddresses(context);
    await undoDeletionByLink(params.token ?? '', { from });
    return redirectDone(
      paths.login,
      'Your account stays',
      'Your API keys work again. Log in to see your account.',
    );
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return data({ error: sentenceForPeople(error) }, { status: httpStatusByErrorCode[error.code] });
  }
}

export default function UndoAccountDeletion() {
  const answer = useActionData<typeof action>();
  return (
    <NarrowPage
      lead="This undoes the deletion of your account. Your API keys work again; messages that were cancelled stay cancelled."
      title="Keep your account"
    >
      {answer && 'error' in answer ? (
        <>
          <FormErrors errors={[answer.error]} id="undo-error" />
          <p className="text-sm">
            <TextLink to={paths.login}>Login</TextLink>
          </p>
        </>
      ) : (
        <Form className="grid" method="post">
          <SubmitButton busy="Keeping...">Keep my account</SubmitButton>
        </Form>
      )}
    </NarrowPage>
  );
}
