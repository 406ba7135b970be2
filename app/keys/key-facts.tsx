import { Fragment } from 'react';
import { Timestamp } from '#app/components/timestamp.tsx';
import { type ApiKeyOutput, allKeyScopes } from '#domain/identity/api-keys/contract.browser.ts';

/** What a key may do and from where, and who created it. */
export function KeyFacts({ apiKey }: { apiKey: ApiKeyOutput }) {
  const { scopes, templates, services, addresses, createdBy, createdAt } = apiKey;
  const may = scopes.length === allKeyScopes.length ? 'All scopes' : scopes.join(', ');
  const only = [...templates, ...services].join(', ');
  const by = [createdBy.email, createdBy.device, createdBy.address].filter(Boolean).join(', ');
  return (
    <span className="mt-1 grid max-w-md gap-0.5 text-xs text-faint [overflow-wrap:anywhere]">
      <span>{may}</span>
      {only ? <span>Sends only {only}</span> : null}
      {addresses.length > 0 ? <span>Only from {addresses.join(', ')}</span> : null}
      <span>
        Created <Timestamp at={new Date(createdAt)} />
        {by ? <> by {breakAfterAt(by)}</> : null}
      </span>
    </span>
  );
}

/** An email address that is too long for its column continues in the next line after the `@`, and not within a word. */
const breakAfterAt = (text: string) =>
  text.split('@').map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay in their order
    <Fragment key={i}>
      {i > 0 ? '@' : null}
      {i > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));

/** Until when the API key from before the last roll works. */
export function OldSecret({ apiKey: { oldSecretEndsAt } }: { apiKey: ApiKeyOutput }) {
  if (oldSecretEndsAt === null) return null;
  return (
    <span className="block text-xs text-faint">
      The old API key works until <Timestamp at={new Date(oldSecretEndsAt)} />
    </span>
  );
}
