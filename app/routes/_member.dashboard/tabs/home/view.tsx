import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { useMember } from '#app/session/use-member.ts';
import type { KeyView } from '#domain/credentials/contract.ts';
import { ApiId, ApiSecret, KeyState } from '../../keys/key-values.tsx';
import { NoKeys } from '../../keys/no-keys.tsx';

/** A greeting, and a card for each API key. */
export function View({ data: { keys } }: { data: { keys: KeyView[] | null } }) {
  const { name } = useMember();
  return (
    <>
      <p className="-mt-4 min-w-0 text-sm break-words text-faint">Welcome back, {name}</p>
      {keys?.length ? (
        <ul className="grid gap-4 lg:grid-cols-2">
          {keys.map((key) => (
            <KeyCard apiKey={key} key={key._id} />
          ))}
        </ul>
      ) : (
        <NoKeys
          failed={keys === null}
          text="Create one to send your first message."
          title="You have no API keys yet"
        />
      )}
    </>
  );
}

function KeyCard({ apiKey }: { apiKey: KeyView }) {
  return (
    <li className="card flex min-w-0 flex-col">
      <div className="flex items-start justify-between gap-3 border-b border-line px-5 py-3">
        <h2 className="min-w-0 text-sm font-medium break-words">{apiKey.name}</h2>
        <KeyState apiKey={apiKey} />
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
        <Link aria-label={`Try API with ${apiKey.name}`} className="button-quiet" to={paths.docs}>
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
