import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { useCannotSend } from '#app/session/use-signed-in-user.ts';

/** Explains that keys cannot send until the email address is confirmed. */
export function CannotSend() {
  if (!useCannotSend()) return null;
  return (
    <p className="text-sm text-faint">
      Your keys cannot send yet: calls that send a message or an OTP return 403{' '}
      <Link className="link" to={`${paths.docsSection('api-reference')}#email_unverified`}>
        <code>email_unverified</code>
      </Link>{' '}
      until you have confirmed your email address.
    </p>
  );
}
