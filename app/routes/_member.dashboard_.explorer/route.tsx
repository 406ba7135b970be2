import { data } from '@remix-run/node';
import { Form, Link, useLoaderData, useNavigation, useSubmit } from '@remix-run/react';
import { type ChangeEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { CodeBlock } from '#app/components/copy-button.tsx';
import { TextLink } from '#app/components/links.tsx';
import { readLivemode } from '#app/dashboard/choices.server.ts';
import { OtherModeNotice } from '#app/dashboard/mode.tsx';
import { actOnScreen, loadScreen } from '#app/dashboard/screen.server.ts';
import { confirmFirst, screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { FormErrors } from '#app/forms/field.tsx';
import { useFormReply } from '#app/forms/validated-form.tsx';
import { loadKeys, selectActiveKey } from '#app/keys/keys.server.ts';
import { paths } from '#app/paths.ts';
import { maskedCredentials } from '#app/reference/call.ts';
import type { OperationGroup, OperationView } from '#app/reference/contract.ts';
import {
  FieldGroups,
  FieldList,
  MethodLabel,
  MissingNote,
  TextWithCode,
} from '#app/reference/elements.tsx';
import { findOwnExample } from '#app/reference/own-example.server.ts';
import {
  buildExamples,
  readOperation,
  readOperationGroups,
} from '#app/reference/read-operations.server.ts';
import { CallForm } from '#app/reference/try-it/call-form.tsx';
import { patience, type Result } from '#app/reference/try-it/send-call.ts';
import { useHydrated } from '#app/request-context.ts';
import { toClientAddresses } from '#app/session/session.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import { newId } from '#platform/ids.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { type AskReply, answerCall, type CallReply, draftOfCall } from './answer-call.server.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'api', byMode: true };
export const meta = screenMeta('api');

export const loader = loadScreen(
  'api',
  (signedIn, { request }) => loadExplorer(signedIn, request),
  draftOfCall,
);

/** Loads the selected operation and key of the dashboard's mode, and the options of both. */
async function loadExplorer(signedIn: SignedInUser, request: Request) {
  const { searchParams: search } = new URL(request.url);
  const [livemode, loaded] = await Promise.all([
    readLivemode(request, signedIn),
    loadKeys(signedIn),
  ]);
  const keys = loaded.keys?.filter((key) => key.livemode === livemode) ?? null;
  const groups = await readOperationGroups();
  const operation = await selectOperation(search.get('operation'), groups);
  const asked = search.get('key');
  const key = selectActiveKey(keys ?? [], asked);
  const other = loaded.keys?.find(({ keyId, livemode: of }) => keyId === asked && of !== livemode);
  return {
    livemode,
    /** The key in the URL if it is a key of the user in the other mode. */
    ofOtherMode: other ? { what: 'key' as const, id: other.keyId } : null,
    groups,
    operation: withoutResponses(operation),
    own: await findOwnExample(operation, { userId: signedIn.userId, livemode, key }),
    example: buildExamples(operation, key?.keyId ?? null).curl,
    publicUrl: serverSettings.PUBLIC_URL,
    keys: keys?.map(({ keyId, name, isActive }) => ({ keyId, name, isActive })) ?? null,
    keyId: key?.keyId ?? null,
    /** The form's idempotency key, so that submitting it again has no further effect. */
    once: newId('req'),
  };
}

type Explorer = Awaited<ReturnType<typeof loadExplorer>>;

/** An operation without its documented response; the explorer shows only the real response. */
const withoutResponses = (operation: OperationView): OperationView => ({
  ...operation,
  success: { ...operation.success, groups: [], example: undefined },
  errorExample: undefined,
});

/** The operation with this id; the first operation if there is no such operation. */
async function selectOperation(id: string | null, groups: OperationGroup[]) {
  const [first] = groups[0]?.operations ?? [];
  const found = (await readOperation(id ?? '')) ?? (await readOperation(first?.id ?? ''));
  invariant(found, 'the document has operations');
  return found.operation;
}

/** Makes a call that was submitted without JavaScript. */
export const action = actOnScreen(
  'api',
  async (signedIn, form, { context }) => {
    const { status, answered } = await answerCall(signedIn, form, toClientAddresses(context));
    return data(answered, { status });
  },
  // Whether a recent sign-in is needed depends on the operation, so `answerCall` decides this.
  { recentSignIn: false, showDraft: draftOfCall },
);

export default confirmFirst(ApiExplorer);

/** The API explorer: a form for any operation, which makes a real call and shows the response. */
function ApiExplorer() {
  const explorer = useLoaderData<typeof loader>();
  const { groups, operation, keys, keyId, livemode, ofOtherMode } = explorer;
  return (
    <>
      {ofOtherMode ? <OtherModeNotice {...ofOtherMode} livemode={livemode} /> : null}
      <OperationSelect groups={groups} keyId={keyId} keys={keys} operationId={operation.id} />
      <section aria-label="The call" className="card grid grid-cols-1 gap-6 p-5">
        <OperationSummary operation={operation} />
        <CallOperation {...explorer} />
      </section>
    </>
  );
}

/** A summary of the operation, with a link to the reference. */
function OperationSummary({ operation }: { operation: OperationView }) {
  const { id, method, path, summary, description } = operation;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="font-medium">{summary}</h2>
        <Link className="link py-0.5 text-sm" to={paths.operation(id)}>
          Fields, responses and errors
        </Link>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <MethodLabel method={method} />
        <code className="font-mono text-sm wrap-anywhere">/api/v1{path}</code>
      </p>
      {description ? (
        <p className="max-w-3xl text-sm text-faint">
          <TextWithCode text={description} />
        </p>
      ) : null}
    </div>
  );
}

type OperationSelectProps = Pick<Explorer, 'groups' | 'keys' | 'keyId'> & { operationId: string };

/** Selects the operation and the key. With JavaScript a change takes effect immediately. */
function OperationSelect({ groups, operationId, keys, keyId }: OperationSelectProps) {
  const submit = useSubmit();
  const { location } = useNavigation();
  const pending = new URLSearchParams(location?.search);
  const form = useRef<HTMLFormElement>(null);
  // Applies a selection that was made before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only then
  useEffect(() => {
    if (!form.current) return;
    const selected = new FormData(form.current);
    const rendered = [operationId, keyId ?? ''].join();
    if ([selected.get('operation'), selected.get('key') ?? ''].join() !== rendered)
      submit(form.current);
  }, []);
  const select = ({ target }: ChangeEvent<HTMLSelectElement>) =>
    submit(target.form, { preventScrollReset: true });
  return (
    <Form
      action={paths.dashboard('api')}
      aria-label="Operation"
      autoComplete="off"
      className="card grid gap-4 p-5 lg:grid-cols-2"
      preventScrollReset
      ref={form}
    >
      <Labelled label="Endpoint">
        {(id) => (
          <select
            className="input"
            id={id}
            name="operation"
            onChange={select}
            value={pending.get('operation') ?? operationId}
          >
            {groups.map(({ tag, operations }) => (
              <optgroup key={tag} label={tag}>
                {operations.map((operation) => (
                  <option key={operation.id} value={operation.id}>
                    {`${operation.summary} · ${operation.method} ${operation.path}`}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled label="API key">
        {(id) => (
          <select
            className="input"
            id={id}
            name="key"
            onChange={select}
            value={pending.get('key') ?? keyId ?? ''}
          >
            {keyId ? null : (
              <option disabled value="">
                {keys?.length ? 'No API key is active' : 'No API keys available'}
              </option>
            )}
            {keys?.map(({ keyId, name, isActive }) => (
              <option disabled={!isActive} key={keyId} value={keyId}>
                {`${name || 'Unnamed API'} (${keyId})${isActive ? '' : ', inactive'}`}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <KeyAdvice keyId={keyId} keys={keys} />
      <noscript>
        <button className="button-quiet" type="submit">
          Show
        </button>
      </noscript>
    </Form>
  );
}

type LabelledProps = { label: string; children: (id: string) => ReactNode };

function Labelled({ label, children }: LabelledProps) {
  const id = useId();
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <label className="text-sm font-medium" htmlFor={id}>
        {label}
      </label>
      {children(id)}
    </div>
  );
}

/** Links to a screen that creates or activates a key, if no key is active. */
function KeyAdvice({ keys, keyId }: Pick<Explorer, 'keys' | 'keyId'>) {
  if (keyId) return null;
  if (!keys) {
    return (
      <p className="text-sm text-bad lg:col-start-2" role="alert">
        Failed to fetch APIs
      </p>
    );
  }
  const [to, label] = keys.length
    ? [paths.dashboard('manage-api'), 'Activate a key under Manage API']
    : [paths.dashboard('new-api'), 'Create New API'];
  return (
    <p className="text-sm text-faint lg:col-start-2">
      Calls with an API key need an active key. <TextLink to={to}>{label}</TextLink>
    </p>
  );
}

/** The form of an operation. Calls with an API key also work without JavaScript. */
function CallOperation(explorer: Explorer) {
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
    return (
      <ReadOnlyOperation {...explorer}>
        This call needs a file, which you cannot send from here.
      </ReadOnlyOperation>
    );
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
      Account calls need a session token. They do not accept your browser’s session cookie, which
      JavaScript cannot read. Get a token with the call{' '}
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
          {children} The command below makes the call from a shell, and{' '}
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
