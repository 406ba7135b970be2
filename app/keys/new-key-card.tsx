import { Link, useLocation } from '@remix-run/react';
import { CopyButton } from '#app/components/copy-button.tsx';
import { TestStamp } from '#app/components/stamps.tsx';
import type { NewKey } from './keys.server.ts';

/** A key that has just been created, with its secret, above all else. */
export function NewKeyCard({ newKey }: { newKey: NewKey }) {
  const { pathname } = useLocation();
  return (
    <section aria-labelledby="new-key" className="card border-good/50 grid gap-3 p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 text-sm font-medium [overflow-wrap:anywhere]" id="new-key">
          {`${newKey.name} is ready`}
        </h2>
        {newKey.livemode ? null : <TestStamp />}
      </div>
      <dl className="grid gap-3">
        <Copied label="API ID" of={newKey.name} text={newKey.keyId} />
        <Copied label="API Key" of={newKey.name} text={newKey.secretKey} />
      </dl>
      <p className="text-xs text-faint">
        Keep the API Key where only your program can read it. To see it again later, press Show
        beside it.
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
      <code className="min-w-0 flex-1 font-mono text-xs break-all">{text}</code>
      <CopyButton label={label} of={of} text={text} />
    </dd>
  </div>
);
