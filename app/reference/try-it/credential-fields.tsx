import { type ReactNode, useId } from 'react';
import type { Credentials } from '../call.ts';
import type { AuthScheme } from '../contract.ts';

type CredentialFieldsProps = {
  access: AuthScheme;
  credentials: Credentials;
  onChange: (credentials: Credentials) => void;
};

/** Fields for the credentials of a call. */
export function CredentialFields({ access, credentials, onChange }: CredentialFieldsProps) {
  const change = (name: keyof Credentials) => (value: string) =>
    onChange({ ...credentials, [name]: value.trim() });
  if (access === 'none') return null;
  if (access === 'session') {
    return (
      <Secret
        hint="The call “Log in” returns the token. The token stays in this tab until you reload the page, and is not stored."
        label="Session token"
        onChange={change('token')}
        value={credentials.token}
      />
    );
  }
  return (
    <div className="grid gap-5 sm:max-xl:grid-cols-2">
      <Labelled label="API ID">
        {(id) => (
          <input
            autoComplete="off"
            className="input font-mono"
            id={id}
            onChange={({ target }) => change('keyId')(target.value)}
            placeholder="dk_…"
            spellCheck={false}
            value={credentials.keyId}
          />
        )}
      </Labelled>
      <Secret
        hint="The key stays in this tab until you reload the page, and is not stored."
        label="API key"
        onChange={change('secretKey')}
        value={credentials.secretKey}
      />
    </div>
  );
}

type SecretProps = {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
};

function Secret({ label, hint, value, onChange }: SecretProps) {
  return (
    <Labelled hint={hint} label={label}>
      {(id) => (
        <input
          aria-describedby={`${id}-hint`}
          autoComplete="off"
          className="input font-mono"
          id={id}
          onChange={({ target }) => onChange(target.value)}
          spellCheck={false}
          type="password"
          value={value}
        />
      )}
    </Labelled>
  );
}

type LabelledProps = { label: string; hint?: string; children: (id: string) => ReactNode };

function Labelled({ label, hint, children }: LabelledProps) {
  const id = useId();
  return (
    <div className="grid content-start gap-1.5">
      <label className="text-sm" htmlFor={id}>
        {label}
      </label>
      {children(id)}
      {hint ? (
        <p className="text-xs text-faint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
