import { Link } from '@remix-run/react';
import { Timestamp } from '#app/components/timestamp.tsx';
import { StateStamp } from '#app/messages/state-stamp.tsx';
import { paths } from '#app/paths.ts';
import type { MessageOutput } from '#domain/messaging/messages/contract.ts';

/** The last messages with their states; nothing if there are none, or they could not be read. */
export function LatestMessages({ messages }: { messages: MessageOutput[] | null }) {
  if (!messages?.length) return null;
  return (
    <section aria-labelledby="latest-messages" className="card min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-5 py-3">
        <h2 className="text-sm font-medium" id="latest-messages">
          Latest messages
        </h2>
        <Link className="link text-xs" to={paths.dashboard('messages')}>
          All messages
        </Link>
      </div>
      <ul className="divide-y divide-line">
        {messages.map(({ _id, status, recipient, createdAt }) => (
          <li
            className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3 hover:bg-desk"
            key={_id}
          >
            {/* Its touch area is the whole row. */}
            <Link
              className="font-mono text-xs text-airmail underline-offset-4 after:absolute after:inset-0 hover:underline"
              to={paths.message(_id)}
            >
              {recipient}
            </Link>
            <StateStamp state={status} />
            <span className="w-full text-xs text-faint">
              <Timestamp at={new Date(createdAt)} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
