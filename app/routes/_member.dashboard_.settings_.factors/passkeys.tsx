import { Form, Link, useSubmit } from '@remix-run/react';
import { useState } from 'react';
import { TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { IntentButton } from '#app/forms/buttons.tsx';
import { paths } from '#app/paths.ts';
import { useHydrated } from '#app/request-context.ts';
import { describePasskeyError } from '#app/session/sign-in-fields.tsx';
import type { PasskeyOutput } from '#domain/identity/factors/contract.browser.ts';
import type { Shown } from './act.server.ts';

type Props = { passkeys: PasskeyOutput[]; newPasskey: Shown['newPasskey'] };

/** The user's passkeys, and the form that makes another one. */
export function Passkeys({ passkeys, newPasskey }: Props) {
  return (
    <TitledCard
      heading="h2"
      id="passkeys"
      text="A passkey signs you in with your fingerprint, face or PIN, without the password. It is a second factor too. Passkeys need JavaScript."
      title="Passkeys"
    >
      {passkeys.length > 0 ? (
        <ul className="divide-y divide-line">
          {passkeys.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      ) : (
        <p className="px-5 py-4 text-sm text-faint">You have no passkey.</p>
      )}
      <div className="border-t border-line px-5 py-4">
        {newPasskey ? (
          <NewPasskey newPasskey={newPasskey} />
        ) : (
          <Form method="post" preventScrollReset>
            <IntentButton value="start-passkey">Add a passkey</IntentButton>
          </Form>
        )}
      </div>
    </TitledCard>
  );
}

function Passkey({
  passkey: { id, name, isSynced, createdAt, lastUsedAt },
}: {
  passkey: PasskeyOutput;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="grid min-w-0 gap-2">
        <Form className="flex flex-wrap items-center gap-2" method="post" preventScrollReset>
          <input name="id" type="hidden" value={id} />
          <input
            aria-label={`Name of the passkey ${name}`}
            className="input w-56"
            defaultValue={name}
            key={name}
            maxLength={60}
            name="name"
            required
          />
          <IntentButton value="rename-passkey">Rename</IntentButton>
        </Form>
        <p className="text-xs text-faint">
          {isSynced ? 'Synced by a password manager' : 'On one device'}, added{' '}
          <Timestamp at={createdAt} />,{' '}
          {lastUsedAt ? (
            <>
              last used <Timestamp at={lastUsedAt} />
            </>
          ) : (
            'not used yet'
          )}
        </p>
      </div>
      <Form method="post" preventScrollReset>
        <input name="id" type="hidden" value={id} />
        <button
          aria-label={`Delete the passkey ${name}`}
          className="button-quiet text-bad"
          name="intent"
          type="submit"
          value="delete-passkey"
        >
          Delete
        </button>
      </Form>
    </li>
  );
}

/** Names the passkey, has the browser make it, and sends it. */
function NewPasskey({
  newPasskey: { options, name },
}: {
  newPasskey: NonNullable<Shown['newPasskey']>;
}) {
  const submit = useSubmit();
  const hydrated = useHydrated();
  const [error, setError] = useState<string | null>(null);
  if (!hydrated) return <p className="text-sm text-faint">Making a passkey needs JavaScript.</p>;

  async function make(form: HTMLFormElement) {
    setError(null);
    try {
      const { startRegistration } = await import('@simplewebauthn/browser');
      const response = await startRegistration({ optionsJSON: options });
      const body = new FormData(form);
      body.set('intent', 'add-passkey');
      body.set('response', JSON.stringify(response));
      submit(body, { method: 'post', action: paths.factors });
    } catch (thrown) {
      setError(describePasskeyError(thrown));
    }
  }

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void make(event.currentTarget);
      }}
    >
      <div className="grid max-w-xs gap-1.5">
        <label className="text-sm font-medium" htmlFor="passkey-name">
          Name of the new passkey
        </label>
        <input
          className="input"
          defaultValue={name}
          id="passkey-name"
          maxLength={60}
          name="name"
          required
        />
      </div>
      {error ? (
        <p className="text-xs text-bad" role="alert">
          {error}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-4">
        <button className="button-primary" type="submit">
          Make the passkey
        </button>
        <Link className="link text-sm" to={paths.factors}>
          Cancel
        </Link>
      </div>
    </form>
  );
}
