import { Link } from '@remix-run/react';
import { ApiSecret } from '#app/keys/api-secret.tsx';
import { ApiId, ApiKeyStatus } from '#app/keys/key-values.tsx';
import { paths } from '#app/paths.ts';
import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.browser.ts';

/** An API key with links to try and manage it. */
export function KeyCard({ apiKey }: { apiKey: ApiKeyOutput }) {
  return (
    <li className="card flex min-w-0 flex-col">
      <div className="flex items-start justify-between gap-3 border-b border-line px-5 py-3">
        <h2 className="min-w-0 text-sm font-medium break-words">{apiKey.name}</h2>
        <ApiKeyStatus apiKey={apiKey} />
      </div>
      <dl className="grid flex-1 content-start gap-2 px-5 py-3">
        <div>
          <dt className="text-xs text-faint">API ID</dt>
          <dd>
            <ApiId apiKey={apiKey} />
          </dd>
        </div>
        <div>
          <dt className="text-xs text-faint">API Key</dt>
          <dd>
            <ApiSecret apiKey={apiKey} />
          </dd>
        </div>
      </dl>
      <div className="flex gap-2 border-t border-line px-5 py-3">
        <Link
          aria-label={`Try API with ${apiKey.name}`}
          className="button-quiet"
          to={paths.tryKey(apiKey.keyId)}
        >
          Try API
        </Link>
        <Link
          aria-label={`Manage ${apiKey.name}`}
          className="button-quiet"
          to={`${paths.dashboard('manage-api')}#${apiKey._id}`}
        >
          Manage
        </Link>
      </div>
    </li>
  );
}
