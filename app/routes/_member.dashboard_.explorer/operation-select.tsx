import { Form, useNavigation, useSubmit } from '@remix-run/react';
import { type ChangeEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { TextLink } from '#app/components/links.tsx';
import { paths } from '#app/paths.ts';
import type { Explorer } from './load-explorer.server.ts';

type OperationSelectProps = Pick<Explorer, 'groups' | 'keys' | 'keyId'> & { operationId: string };

/** Selects the operation and the key. With JavaScript a change takes effect immediately. */
export function OperationSelect({ groups, operationId, keys, keyId }: OperationSelectProps) {
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
      Calls with an API key need one that is active. <TextLink to={to}>{label}</TextLink>
    </p>
  );
}
