import { Form, Link, useActionData, useLocation, useSubmit } from '@remix-run/react';
import { useRef } from 'react';
import { CopyButton } from '#app/components/copy-button.tsx';
import { TestStamp } from '#app/components/icons.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { paths } from '#app/paths.ts';
import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.browser.ts';
import { maskedSecret } from '#domain/identity/api-keys/key-prefix.browser.ts';
import { clock } from '#platform/clock.browser.ts';

/** A key that has just been created, with its secret. */
export type NewKey = { apiKey: ApiKeyOutput; access: string; secretKey: string };

/** The response of an action that reveals a key. */
export type Revealed = { revealed: { key: string; secretKey: string } };

export const hasExpired = ({ expiresOn }: Pick<ApiKeyOutput, 'expiresOn'>): boolean =>
  expiresOn !== null && new Date(expiresOn) <= clock.now();

/** Whether a key can be used now. */
export const isUsable = (key: Pick<ApiKeyOutput, 'isActive' | 'expiresOn'>): boolean =>
  key.isActive && !hasExpired(key);

/** The API ID with a copy button. */
export function ApiId({ apiKey: { keyId, name } }: { apiKey: ApiKeyOutput }) {
  return (
    <div className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 flex-1 font-mono text-xs break-all">{keyId}</code>
      <CopyButton label="API ID" of={name} text={keyId} />
    </div>
  );
}

/** The mode and status of a key, and whether it has expired. */
export function ApiKeyStatus({ apiKey }: { apiKey: ApiKeyOutput }) {
  const { livemode, isActive } = apiKey;
  return (
    <span className="flex shrink-0 gap-1.5">
      {livemode ? null : <TestStamp />}
      <span className={`stamp ${isActive ? 'text-good' : 'text-faint'}`}>
        {isActive ? 'Active' : 'Inactive'}
      </span>
      {hasExpired(apiKey) ? (
        <span className="stamp text-bad" suppressHydrationWarning>
          Expired
        </span>
      ) : null}
    </span>
  );
}

/** The API key, masked until it is revealed. An inactive key cannot be copied. */
export function ApiSecret({ apiKey }: { apiKey: ApiKeyOutput }) {
  const { _id, name, isActive } = apiKey;
  const answer = useActionData() as Partial<Revealed> | undefined;
  const { pathname, search } = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const secret = answer?.revealed?.key === _id ? answer.revealed.secretKey : null;
  return (
    <div className="flex min-w-0 items-start gap-1">
      {secret === null ? (
        <Form
          className="flex min-h-9 min-w-0 flex-1 items-center gap-2"
          method="post"
          preventScrollReset
          ref={form}
        >
          <input name="key" type="hidden" value={_id} />
          <input name="intent" type="hidden" value="reveal" />
          <span aria-hidden="true" className="font-mono text-xs text-faint">
            {maskedSecret(apiKey)}
          </span>
          <button className="link min-h-6 cursor-pointer text-xs" type="submit">
            Show<span className="sr-only"> API Key of {name}</span>
          </button>
        </Form>
      ) : (
        <div className="grid min-w-0 flex-1">
          <span className="flex min-h-9 items-center">
            <Link className="link text-xs" preventScrollReset replace to={`${pathname}${search}`}>
              Hide<span className="sr-only"> API Key of {name}</span>
            </Link>
          </span>
          <code className="block pb-2 font-mono text-xs break-all">{secret}</code>
        </div>
      )}
      <CopyButton
        disabled={!isActive}
        label="API Key"
        of={name}
        text={secret ?? (() => fetchSecret(_id, () => form.current?.requestSubmit()))}
      />
    </div>
  );
}

/**
 * The masked API key with a copy button. If the password is needed first, the button opens the key's screen, which asks
 * for the password.
 */
export function MaskedSecret({ apiKey }: { apiKey: ApiKeyOutput }) {
  const { _id, name, isActive } = apiKey;
  const submit = useSubmit();
  const askOnScreen = () =>
    submit({ key: _id, intent: 'reveal' }, { method: 'post', action: paths.key(_id) });
  return (
    <div className="flex min-w-0 items-center">
      {/* A narrow column cuts off the last dots. */}
      <span className="min-w-0 overflow-hidden font-mono text-xs whitespace-nowrap text-faint">
        {maskedSecret(apiKey)}
      </span>
      <CopyButton
        disabled={!isActive}
        label="API Key"
        of={name}
        text={() => fetchSecret(_id, askOnScreen)}
      />
    </div>
  );
}

/**
 * Fetches the secret of a key for the copy button.
 *
 * @param onStale called if the last sign-in is too long ago
 * @returns null if the last sign-in is too long ago
 * @throws on any other failure
 */
async function fetchSecret(key: string, onStale: () => void): Promise<string | null> {
  const body = new URLSearchParams({ key });
  const response = await fetch(paths.apiKeySecret, { method: 'POST', body });
  if (response.status === 403) {
    onStale();
    return null;
  }
  if (!response.ok) throw new Error(`the secret request returned ${response.status}`);
  return ((await response.json()) as { secretKey: string }).secretKey;
}

/** A new key with its secret, shown at the top of the page. */
export function NewKeyCard({ newKey: { apiKey, access, secretKey } }: { newKey: NewKey }) {
  const { name, keyId, expiresOn } = apiKey;
  const { pathname } = useLocation();
  return (
    <section aria-labelledby="new-key" className="card border-good/50 grid gap-3 p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 text-sm font-medium [overflow-wrap:anywhere]" id="new-key">
          {`${name} is ready`}
        </h2>
        <ApiKeyStatus apiKey={apiKey} />
      </div>
      <dl className="grid gap-3">
        <Copied label="API ID" of={name} text={keyId} />
        <Copied label="API Key" of={name} text={secretKey} />
        <div>
          <dt className="text-xs text-faint">Access</dt>
          <dd className="text-sm">
            {access}
            {expiresOn ? (
              <>
                , until <Timestamp at={new Date(expiresOn)} />
              </>
            ) : null}
          </dd>
        </div>
      </dl>
      <p className="text-xs text-faint">
        Keep the API Key where only your program can read it. To see it again later, open the key
        and press Show.
      </p>
      <Link className="link justify-self-start text-xs" preventScrollReset replace to={pathname}>
        Hide<span className="sr-only"> the new API Key</span>
      </Link>
    </section>
  );
}

const Copied = ({ label, of, text }: { label: 'API ID' | 'API Key'; of: string; text: string }) => (
  <div className="min-w-0">
    <dt className="text-xs text-faint">{label}</dt>
    <dd className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 font-mono text-xs break-all">{text}</code>
      <CopyButton label={label} of={of} text={text} />
    </dd>
  </div>
);

export const deleteWarning = (name: string) => (
  <>
    Delete <strong className="font-medium">{name}</strong>? Programs that use this key will stop
    working, and the key cannot be restored. Messages sent with it are kept.
  </>
);
