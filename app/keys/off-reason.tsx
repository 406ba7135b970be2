import { Form } from '@remix-run/react';
import type { ApiKeyOutput, KeyOffReason } from '#domain/identity/api-keys/contract.browser.ts';

const reasons: Record<KeyOffReason, string> = {
  password_reset:
    'We deactivated this key when the password was reset: the account’s email address had not been confirmed, so another person may have created the key.',
  email_change_undone:
    'We deactivated this key when a change of the email address was undone: it was created or rolled after the change, possibly by another person. If you did not roll it yourself, roll it again first.',
  leak_reported: 'We deactivated this key because somebody who had found it reported it to us.',
};

/** Explains why Dakiya deactivated a key, with a button that activates it again. */
export function OffReason({ apiKey: { _id, name, offReason } }: { apiKey: ApiKeyOutput }) {
  if (!offReason) return null;
  if (offReason === 'leak_reported') {
    return (
      <p className="mt-2 max-w-md text-xs text-bad">
        {reasons[offReason]} Roll it: it gets a new API key and is active again. Or delete it.
      </p>
    );
  }
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
