import { Form } from '@remix-run/react';
import type { ApiKeyOutput, KeyOffReason } from '#domain/identity/api-keys/contract.ts';

const reasons: Record<KeyOffReason, string> = {
  password_reset:
    'We deactivated this key when the password was reset: the account’s email address had not been confirmed, so another person may have created the key.',
  email_change_undone:
    'We deactivated this key when a change of the email address was undone: it was created after the change, possibly by another person.',
};

/** Explains why Dakiya deactivated a key, with a button that activates it again. */
export function OffReason({ apiKey: { _id, name, offReason } }: { apiKey: ApiKeyOutput }) {
  if (!offReason) return null;
  return (
    <Form className="mt-2 grid max-w-md justify-items-start gap-2" method="post" preventScrollReset>
      <p className="text-xs text-bad">
        {reasons[offReason]} Turn it on if it is yours, or delete it.
      </p>
      <input name="key" type="hidden" value={_id} />
      <button
        aria-label={`Turn on ${name}`}
        className="button-quiet"
        name="intent"
        type="submit"
        value="turn-on"
      >
        Turn on
      </button>
    </Form>
  );
}
