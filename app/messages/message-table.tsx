import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { CardRow, CardTable } from '#app/components/card-table.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { paths } from '#app/paths.ts';
import type { MessageOutput } from '#domain/messaging/messages/outputs.ts';
import type { KeyName } from './contract.ts';
import { type ParsedFilter, toSearchParams } from './filter.ts';
import { KeyLabel, MessageText, Recipient, StateStamp } from './message-cells.tsx';

const columns = ['State', 'Number', 'Text', 'API key', 'Accepted', 'Segments'];

type MessageTableProps = {
  messages: MessageOutput[];
  keys: KeyName[];
  place: Pick<ParsedFilter, 'typed' | 'after'>;
};

/** A page of messages: a table on wide screens, cards on narrow ones. */
export function MessageTable({ messages, keys, place }: MessageTableProps) {
  return (
    <CardTable caption="Messages, newest first" columns={columns} widths={widths}>
      {messages.map((message) => (
        <Row key={message._id} keys={keys} message={message} place={place} />
      ))}
    </CardTable>
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
  const { _id, status, recipient, content, kind, apiId, createdAt, segments } = message;
  return (
    <CardRow className="relative grid grid-cols-2 items-center gap-y-1 p-3 hover:border-control @4xl:hover:border-line @4xl:hover:bg-paper">
      <Cell>
        <StateStamp state={status} />
      </Cell>
      <Cell className="text-right @4xl:text-left">
        {/* Its click area covers the whole row. */}
        <Link
          className="font-mono text-xs text-airmail underline-offset-4 after:absolute after:inset-0 hover:underline"
          to={paths.message(_id, toSearchParams(place))}
        >
          <Recipient recipient={recipient} />
        </Link>
      </Cell>
      <Cell className="col-span-2 truncate">
        <MessageText content={content} kind={kind} />
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
    </CardRow>
  );
}

function Cell({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <td className={`block min-w-0 @4xl:table-cell @4xl:h-10 @4xl:px-3 ${className}`}>{children}</td>
  );
}
