import { CopyButton } from '#app/components/copy-button.tsx';
import { TestStamp } from '#app/components/stamps.tsx';
import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.browser.ts';
import { hasExpired } from './key-state.ts';

/** The API ID with a copy button. */
export function ApiId({ apiKey: { keyId, name } }: { apiKey: ApiKeyOutput }) {
  return (
    <div className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 flex-1 font-mono text-xs break-all @4xl:whitespace-nowrap">
        {keyId}
      </code>
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
