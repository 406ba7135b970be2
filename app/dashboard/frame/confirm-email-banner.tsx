import { Form, useLocation } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { useCannotSend, useSignedInUser } from '#app/session/use-signed-in-user.ts';

/** Reminds the user of an unconfirmed email address. */
export function ConfirmEmailBanner() {
  const { email, emailConfirmed } = useSignedInUser();
  const cannotSend = useCannotSend();
  const { pathname, search } = useLocation();
  if (emailConfirmed) return null;
  return (
    <section
      aria-label="Confirm your email address"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-airmail/40 bg-airmail/5 px-4 py-3"
    >
      <p className="min-w-0 text-sm break-words">
        Please confirm your email address: open the link that we sent to{' '}
        <span className="font-medium">{email}</span>.
        {cannotSend ? ' Until then, your API keys cannot send messages.' : null}
      </p>
      <Form action={paths.sendConfirmation} method="post" preventScrollReset>
        <input name="to" type="hidden" value={pathname + search} />
        <button className="button-quiet" type="submit">
          Send again
        </button>
      </Form>
    </section>
  );
}
