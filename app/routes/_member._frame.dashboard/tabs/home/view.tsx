import { NoKeys } from '#app/keys/no-keys.tsx';
import { useMember } from '#app/session/use-member.ts';
import { FiguresCard } from './figures/figures-card.tsx';
import { KeyCard } from './key-card.tsx';
import type { load } from './load.server.ts';

/** A greeting, the figures of the last days, and a card for each API key. */
export function View({ data }: { data: Awaited<ReturnType<typeof load>> }) {
  const { keys, figures } = data;
  const { name } = useMember();
  // Who has no keys, and sent nothing in the days that are looked at, is led to a key alone.
  const isNew = keys?.length === 0 && figures?.total.accepted === 0;
  return (
    <>
      <p className="-mt-4 min-w-0 text-sm break-words text-faint">Welcome back, {name}</p>
      {isNew ? null : <FiguresCard figures={figures} />}
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
