import { Form, Link, useActionData, useLocation } from '@remix-run/react';
import { useRef } from 'react';
import { CopyButton } from '#app/components/copy-button.tsx';
import { paths } from '#app/paths.ts';
import { type ApiKeyOutput, maskedSecret } from '#domain/identity/api-keys/contract.browser.ts';

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
          <button className="link cursor-pointer text-xs" type="submit">
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
 * Fetches the secret of a key for the copy button.
 *
 * @param onStale called if the last sign-in is too long ago
 * @returns null in that case
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

/** The reply of an action that reveals a key. */
export type Revealed = { revealed: { key: string; secretKey: string } };
