import { CopyButton } from '#app/components/copy-button.tsx';
import type { KeyView } from '#domain/credentials/contract.ts';

/** The API ID, to be copied. */
export function ApiId({ apiKey: { keyId, name } }: { apiKey: KeyView }) {
  return (
    <div className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 flex-1 font-mono text-xs break-all @4xl:whitespace-nowrap">
        {keyId}
      </code>
      <CopyButton label="API ID" of={name} text={keyId} />
    </div>
  );
}

/** The API key behind a mask that a press takes away. An inactive one is not copied. */
export function ApiSecret({ apiKey: { secretKey, name, isActive } }: { apiKey: KeyView }) {
  return (
    <div className="flex min-w-0 items-start gap-1">
      <details className="group min-w-0 flex-1">
        <summary className="flex min-h-9 cursor-pointer list-none items-center gap-2 rounded-md">
          <span aria-hidden="true" className="font-mono text-xs text-faint group-open:hidden">
            sk_••••••••
          </span>
          <span className="link text-xs">
            <span className="group-open:hidden">Show</span>
            <span className="hidden group-open:inline">Hide</span>
          </span>
          <span className="sr-only">API Key of {name}</span>
        </summary>
        <code className="block pb-2 font-mono text-xs break-all">{secretKey}</code>
      </details>
      <CopyButton disabled={!isActive} label="API Key" of={name} text={secretKey} />
    </div>
  );
}

/** Whether the key works: 'Active' or 'Inactive', and whether its time is over. */
export function KeyState({ apiKey: { isActive, expiresOn } }: { apiKey: KeyView }) {
  const expired = expiresOn !== null && new Date(expiresOn) <= new Date();
  return (
    <span className="flex shrink-0 gap-1.5">
      <span className={`stamp ${isActive ? 'text-good' : 'text-faint'}`}>
        {isActive ? 'Active' : 'Inactive'}
      </span>
      {expired ? (
        <span className="stamp text-bad" suppressHydrationWarning>
          Expired
        </span>
      ) : null}
    </span>
  );
}
