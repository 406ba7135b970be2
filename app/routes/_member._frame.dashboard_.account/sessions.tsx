import { Form } from '@remix-run/react';
import { Timestamp } from '#app/components/timestamp.tsx';
import { TitledCard } from '#app/components/titled-card.tsx';
import { IntentButton } from '#app/forms/intent-button.tsx';
import type { SessionOutput } from '#domain/identity/sessions/contract.ts';

/** The user's sessions, with buttons to end them. */
export function Sessions({ sessions }: { sessions: SessionOutput[] }) {
  return (
    <TitledCard
      aside={
        <Form method="post">
          <IntentButton value="sign-out-everywhere">Sign out everywhere</IntentButton>
        </Form>
      }
      heading="h2"
      id="sessions"
      title="Where you are signed in"
    >
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <li
            className="flex min-h-14 items-center justify-between gap-3 px-5 py-2"
            key={session.id}
          >
            <Session session={session} />
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

function Session({ session }: { session: SessionOutput }) {
  const { id, device, lastSeenAt, current } = session;
  return (
    <>
      <div className="grid min-w-0 gap-0.5">
        <p className="truncate text-sm">{device}</p>
        <p className="text-xs text-faint">
          Last seen <Timestamp at={lastSeenAt} />
        </p>
      </div>
      {current ? (
        <span className="stamp text-good">This device</span>
      ) : (
        <Form method="post" preventScrollReset>
          <input name="session" type="hidden" value={id} />
          <button
            aria-label={`Sign out ${device}`}
            className="button-quiet whitespace-nowrap"
            name="intent"
            type="submit"
            value="sign-out"
          >
            Sign out
          </button>
        </Form>
      )}
    </>
  );
}
