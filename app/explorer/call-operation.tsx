import { Link } from '@remix-run/react';
import { useState } from 'react';
import { useHydrated } from '#app/components/use-hydrated.ts';
import { FormErrors } from '#app/forms/field.tsx';
import { useFormReply } from '#app/forms/form-reply.ts';
import { paths } from '#app/paths.ts';
import { maskedCredentials } from '#app/reference/call.ts';
import { CallForm } from '#app/reference/try-it/call-form.tsx';
import type { CallReply } from './answer-call.server.ts';
import type { Explorer } from './load-explorer.server.ts';
import { postCall } from './post-call.ts';
import { ReadOnlyOperation } from './read-only-operation.tsx';

/** The form of an operation. Calls with an API key also work without JavaScript. */
export function CallOperation(explorer: Explorer) {
  const { operation, publicUrl, keyId, once } = explorer;
  const answered = useFormReply<Partial<CallReply>>();
  const hydrated = useHydrated();
  const [token, setToken] = useState('');
  const { id, access, redirects, takesFile } = operation;
  if (redirects) {
    return (
      <p className="text-sm text-faint">
        Browsers reach this address by a link or redirect. Programs do not call it.
      </p>
    );
  }
  if (takesFile) {
    return <ReadOnlyOperation {...explorer}>This call takes a file.</ReadOnlyOperation>;
  }
  if (access === 'key' && !keyId) return <ReadOnlyOperation {...explorer} />;
  // A password or token is entered only where a script sends it: it must not pass through a page of the
  // dashboard.
  if (access !== 'key' && !hydrated) {
    return (
      <noscript>
        <ReadOnlyOperation {...explorer}>
          Sending this call from here needs JavaScript.
        </ReadOnlyOperation>
      </noscript>
    );
  }
  const { values, result, error } = answered ?? {};
  return (
    <div className="grid grid-cols-1 gap-5">
      {access === 'session' ? <TokenNote /> : null}
      <FormErrors errors={error ? [error] : undefined} id="call-error" />
      <CallForm
        // The server adds the secret: it makes the calls that use a key.
        credentials={{ ...maskedCredentials(keyId), token }}
        key={id}
        onCredentials={access === 'session' ? (typed) => setToken(typed.token) : undefined}
        operation={operation}
        plain={
          access === 'key'
            ? { hidden: { operation: id, key: keyId ?? '', once }, values, result }
            : undefined
        }
        publicUrl={publicUrl}
        sendForm={access === 'key' ? postCall : undefined}
      />
    </div>
  );
}

/** Explains why account calls need a session token. */
function TokenNote() {
  return (
    <p className="max-w-3xl text-sm text-faint">
      Account calls need a session token. Scripts cannot read your browser’s session cookie, and the
      API does not accept it. Get a token with the call{' '}
      <Link className="link" to={paths.explorer('logIn')}>
        Log in
      </Link>
      .
    </p>
  );
}
