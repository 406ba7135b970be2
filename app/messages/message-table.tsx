import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Timestamp } from '#app/components/timestamp.tsx';
import { paths } from '#app/paths.ts';
import type { MessageOutput } from '#domain/messaging/messages/contract.ts';
import type { KeyName } from './contract.ts';
import type { ParsedFilter } from './filter.ts';
import { KeyLabel } from './key-label.tsx';
import { MessageText } from './message-text.tsx';
import { StateStamp } from './state-stamp.tsx';
import { toSearchParams } from './to-search.ts';

const columns = ['State', 'Number', 'Text', 'API key', 'Accepted', 'Segments'];

type MessageTableProps = {
  messages: MessageOutput[];
  keys: KeyName[];
  place: Pick<ParsedFilter, 'typed' | 'after'>;
};

/** A page of messages: a table on wide screens, cards on narrow ones. */
export function MessageTable({ messages, keys, place }: MessageTableProps) {
  return (
    <div className="@4xl:card">
      <table className="block w-full text-sm @4xl:table @4xl:table-fixed">
        <caption className="sr-only">Messages, newest first</caption>
        <thead className="hidden @4xl:table-header-group">
          <tr className="border-b border-line text-left text-xs text-faint">
            {columns.map((column) => (
              <th
                className={`px-3 py-2 font-normal whitespace-nowrap ${widths[column] ?? ''}`}
                key={column}
                scope="col"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="grid gap-3 @4xl:table-row-group">
          {messages.map((message) => (
            <Row key={message._id} keys={keys} message={message} place={place} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Column widths; the text takes the rest. */
const widths: Record<string, string> = {
  State: 'w-32',
  Number: 'w-36',
  'API key': 'w-36',
  Accepted: 'w-44',
  Segments: 'w-20',
};

type RowProps = { message: MessageOutput; keys: KeyName[]; place: MessageTableProps['place'] };

function Row({ message, keys, place }: RowProps) {
  const { _id, status, recipient, content, apiId, createdAt, segments } = message;
  return (
    <tr className="card relative grid grid-cols-2 items-center gap-y-1 p-3 hover:border-control @4xl:table-row @4xl:rounded-none @4xl:border-x-0 @4xl:border-t-0 @4xl:bg-transparent @4xl:last:border-b-0 @4xl:hover:border-line @4xl:hover:bg-paper">
      <Cell>
        <StateStamp state={status} />
      </Cell>
      <Cell className="text-right @4xl:text-left">
        {/* Its click area covers the whole row. */}
        <Link
          className="font-mono text-xs text-airmail underline-offset-4 after:absolute after:inset-0 hover:underline"
          to={paths.message(_id, toSearchParams(place))}
        >
          {recipient}
        </Link>
      </Cell>
      <Cell className="col-span-2 truncate">
        <MessageText content={content} />
      </Cell>
      <Cell className="truncate text-faint @4xl:text-ink">
        <KeyLabel keyId={apiId} keys={keys} />
        <span className="@4xl:hidden">
          , {segments} {segments === 1 ? 'segment' : 'segments'}
        </span>
      </Cell>
      <Cell className="text-right whitespace-nowrap text-faint @4xl:text-left @4xl:text-ink">
        <Timestamp at={new Date(createdAt)} />
      </Cell>
      <Cell className="hidden text-right font-mono text-xs @4xl:table-cell">{segments}</Cell>
    </tr>
  );
}

function Cell({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <td className={`block min-w-0 @4xl:table-cell @4xl:h-10 @4xl:px-3 ${className}`}>{children}</td>
  );
}
