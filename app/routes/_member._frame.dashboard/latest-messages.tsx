import { Link } from '@remix-run/react';
import { Timestamp } from '#app/components/timestamp.tsx';
import { Recipient, StateStamp } from '#app/messages/message-cells.tsx';
import { paths } from '#app/paths.ts';
import type { MessageOutput } from '#domain/messaging/messages/outputs.ts';
import { HomeCard } from './home-card.tsx';

type LatestMessage = Pick<MessageOutput, '_id' | 'status' | 'recipient' | 'createdAt'>;

/** The last messages with their states; nothing if there are none, or they could not be read. */
export function LatestMessages({ messages }: { messages: LatestMessage[] | null }) {
  if (!messages?.length) return null;
  return (
    <HomeCard
      id="latest-messages"
      link={{ to: paths.dashboard('messages'), label: 'All messages' }}
      title="Latest messages"
    >
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
              <Recipient recipient={recipient} />
            </Link>
            <StateStamp state={status} />
            <span className="w-full text-xs text-faint">
              <Timestamp at={new Date(createdAt)} />
            </span>
          </li>
        ))}
      </ul>
    </HomeCard>
  );
}
