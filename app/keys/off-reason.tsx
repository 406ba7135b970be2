import { Form } from '@remix-run/react';
import type { ApiKeyOutput, KeyOffReason } from '#domain/identity/api-keys/contract.ts';

const reasons: Record<KeyOffReason, string> = {
  password_reset:
    'We turned this key off when the password was reset: nobody had confirmed the e-mail address of the account, so somebody else may have created the key.',
  email_change_undone:
    'We turned this key off when a change of the e-mail address was undone: it was created after the change, so somebody else may have created it.',
};

/** Why we turned a key off, and the button that turns it on again. */
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
