import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { NarrowPage } from '#app/components/pages.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { SubmitButton } from '#app/forms/buttons.tsx';
import { paths } from '#app/paths.ts';
import { getPendingDeletion } from '#app/session/session.server.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { undoDeletion } from '#domain/identity/account-deletion/request-deletion.ts';

export const meta: MetaFunction = () => noIndexMeta('Your account is going to be deleted');

/**
 * Loads the page for users who sign in to an account with a pending deletion. Redirects other visitors to the dashboard or
 * the login.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const pending = await getPendingDeletion(request);
  return pending ? { dueAt: pending.dueAt } : redirect(paths.dashboard());
}

export async function action({ request }: ActionFunctionArgs) {
  const pending = await getPendingDeletion(request);
  const isUndone = pending !== null && (await undoDeletion(pending.userId));
  return redirectWithToast(paths.dashboard(), isUndone ? kept : tooLate);
}

const kept = {
  type: 'success',
  title: 'Your account stays',
  message: 'Your API keys work again. Messages that were cancelled stay cancelled.',
} as const;

const tooLate = {
  type: 'error',
  title: 'Nothing to undo',
  message: 'The deletion was undone already, or it has begun.',
} as const;

/** Offers to undo the deletion of the account, and to sign out. */
export default function AccountDeletion() {
  const { dueAt } = useLoaderData<typeof loader>();
  return (
    <NarrowPage
      lead={
        <>
          The deletion begins on <Timestamp at={dueAt} />. Until then you can keep your account with
          everything in it.
        </>
      }
      title="Your account is going to be deleted"
    >
      <Form className="grid" method="post">
        <SubmitButton busy="Keeping...">Keep my account</SubmitButton>
      </Form>
      <Form action={paths.logout} className="grid" method="post">
        <button className="button-quiet" type="submit">
          Logout
        </button>
      </Form>
    </NarrowPage>
  );
}
