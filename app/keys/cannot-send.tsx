import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { useCannotSend } from '#app/session/use-signed-in-user.ts';

/** Says why good keys send nothing, where the e-mail address must be confirmed first. */
export function CannotSend() {
  if (!useCannotSend()) return null;
  return (
    <p className="text-sm text-faint">
      Your keys can read, but not send yet: calls that send a message or an OTP are answered 403{' '}
      <Link className="link" to={`${paths.docsSection('api-reference')}#email_unverified`}>
        <code>email_unverified</code>
      </Link>{' '}
      until you have confirmed your e-mail address.
    </p>
  );
}
