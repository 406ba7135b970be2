import { Link } from '@remix-run/react';
import { FieldErrors } from '#app/forms/field.tsx';
import { paths } from '#app/paths.ts';
import type { KeyChoice } from './contract.ts';
import type { Console } from './use-console.ts';

type KeySelectProps = { keys: KeyChoice[]; livemode: boolean; console: Console };

/** Selects the API key of the call. Inactive keys are listed but disabled. */
export function KeySelect({ keys, livemode, console }: KeySelectProps) {
  const { typed, set, errors } = console;
  const error = errors.key;
  const none = !keys.some(({ usable }) => usable);
  return (
    <div className="grid gap-1.5">
      <label className="text-sm font-medium" htmlFor="key">
        API key
      </label>
      <select
        aria-describedby={error ? 'key-error' : undefined}
        aria-invalid={error ? true : undefined}
        className="input"
        id="key"
        name="key"
        onChange={({ target }) => set({ key: target.value })}
        value={typed.key}
      >
        {keys.length === 0 ? (
          <option disabled value="">
            No API keys available
          </option>
        ) : none ? (
          <option value="">No active API key</option>
        ) : null}
        {keys.map(({ keyId, name, usable }) => (
          <option disabled={!usable} key={keyId} value={keyId}>
            {`${name || 'Unnamed API'} (${keyId})${usable ? '' : ', inactive'}`}
          </option>
        ))}
      </select>
      <FieldErrors errors={error ? [error] : undefined} id="key-error" />
      {none ? (
        <p className="text-xs text-faint">
          {livemode ? 'Calls are made with a key.' : 'Calls in test mode are made with a test key.'}{' '}
          <Link
            className="link"
            to={keys.length === 0 ? paths.newKey(livemode) : paths.dashboard('manage-api')}
          >
            {keys.length === 0 ? 'Create New API' : 'Activate a key'}
          </Link>
        </p>
      ) : null}
    </div>
  );
}
