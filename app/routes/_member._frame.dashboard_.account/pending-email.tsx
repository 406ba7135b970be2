import { Form } from '@remix-run/react';
import { IntentButton } from '#app/forms/intent-button.tsx';
import { useSignedInUser } from '#app/session/use-signed-in-user.ts';

/** The email address that waits to be confirmed, with buttons to resend the link or cancel the change. */
export function PendingEmail() {
  const { email, pendingEmail } = useSignedInUser();
  if (pendingEmail === null) return null;
  return (
    <Form
      aria-label="Change of the email address"
      className="grid gap-3 border-t border-line px-5 py-4"
      method="post"
      preventScrollReset
    >
      <p className="text-sm [overflow-wrap:anywhere]">
        We are waiting for you to confirm <strong className="font-medium">{pendingEmail}</strong> by
        the link that we emailed there. Until then your address is {email}.
      </p>
      <div className="flex flex-wrap gap-2">
        <IntentButton value="resend-email-change">Send the link again</IntentButton>
        <IntentButton value="cancel-email-change">Cancel the change</IntentButton>
      </div>
    </Form>
  );
}
