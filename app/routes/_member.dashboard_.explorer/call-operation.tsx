import { type ReactNode, useState } from 'react';
import { CodeBlock } from '#app/components/copy-button.tsx';
import { TextLink } from '#app/components/links.tsx';
import { FormErrors } from '#app/forms/field.tsx';
import { useFormReply } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { maskedCredentials } from '#app/reference/call.ts';
import { FieldGroups, FieldList, MissingNote } from '#app/reference/elements.tsx';
import { CallForm } from '#app/reference/try-it/call-form.tsx';
import { patience, type Result } from '#app/reference/try-it/send-call.ts';
import { useHydrated } from '#app/request-context.ts';
import type { AskReply, CallReply } from './answer-call.server.ts';
import type { Explorer } from './load-explorer.server.ts';

/** The form of an operation. Calls with an API key also work without JavaScript. */
export function CallOperation(explorer: Explorer) {
  const { operation, publicUrl, keyId, once, own } = explorer;
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
  if (id === 'receivePaymentWebhook') {
    return (
      <p className="text-sm text-faint">
        Razorpay makes this call and signs its body. Programs do not call it.
      </p>
    );
  }
  if (takesFile) {
    return <ReadOnlyOperation {...explorer}>This call takes a file.</ReadOnlyOperation>;
  }
  if (access === 'key' && !keyId) return <ReadOnlyOperation {...explorer} />;
  if (own?.keyProblem) {
    return (
      <>
        <MissingNote {...own.keyProblem} />
        <ReadOnlyOperation {...explorer} />
      </>
    );
  }
  // The form asks for a password or token only if a script sends it directly to the API, because secrets must not pass
  // through a page of the dashboard.
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
      {own?.missing ? <MissingNote {...own.missing} /> : null}
      <FormErrors errors={error ? [error] : undefined} id="call-error" />
      <CallForm
        // The server adds the secret, because it makes the calls with a key.
        credentials={{ ...maskedCredentials(keyId), token }}
        key={[id, keyId].join()}
        onCredentials={access === 'session' ? (typed) => setToken(typed.token) : undefined}
        operation={operation}
        own={own}
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
      <TextLink to={paths.explorer('logIn')}>Log in</TextLink>.
    </p>
  );
}

let sent = 0;

/**
 * Posts a call's form to the server, which makes the call with the key's secret.
 *
 * @throws if there is no response
 */
async function postCall(form: HTMLFormElement): Promise<Result> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) body.append(name, String(value));
  // Each click is a separate call, even with the same content.
  sent += 1;
  body.set('once', `${body.get('once') ?? ''}-${sent}`);
  const signal = AbortSignal.timeout(patience);
  const response = await fetch(paths.explorerCall, { method: 'POST', body, signal });
  const { result, error, needsSignIn }: Partial<CallReply & AskReply> = await response.json();
  if (result) return result;
  if (needsSignIn) {
    // Submits the form without the script, so that the page asks for the password and then makes the call.
    form.submit();
    return new Promise(() => undefined);
  }
  return { status: response.status, tookMs: 0, headers: [], body: error ?? '' };
}

type ReadOnlyOperationProps = Pick<Explorer, 'operation' | 'example'> & { children?: ReactNode };

/** An operation that the explorer cannot call: shows the fields and a curl command. */
function ReadOnlyOperation({ operation, example, children }: ReadOnlyOperationProps) {
  const { id, parameters, body } = operation;
  return (
    <div className="grid grid-cols-1 gap-6">
      {children ? (
        <p className="text-sm">
          {children} The command below does the same from a shell, and{' '}
          <TextLink to={paths.operation(id)}>the reference </TextLink> has the details.
        </p>
      ) : null}
      <div className="grid grid-cols-1 content-start gap-8 xl:grid-cols-2">
        <CodeBlock label="Command" {...example} />
        <div className="grid grid-cols-1 content-start gap-6">
          {parameters.map(({ place, fields }) => (
            <FieldList fields={fields} key={place} />
          ))}
          {body ? <FieldGroups groups={body.groups} /> : null}
        </div>
      </div>
    </div>
  );
}
