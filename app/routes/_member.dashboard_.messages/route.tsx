import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { type Bar, layOutBars } from '#app/charts/lay-out.server.ts';
import { PrimaryLink } from '#app/components/links.tsx';
import { CardRow, CardTable, EmptyState, PageLinks } from '#app/components/lists.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { readLivemode } from '#app/dashboard/choices.server.ts';
import { OtherModeNotice } from '#app/dashboard/mode.tsx';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import {
  type KeyName,
  type LogView,
  type ParsedFilter,
  toSearchParams,
} from '#app/messages/contract.ts';
import { KeyLabel, LogTabs, MessageText, Recipient, StateStamp } from '#app/messages/log-parts.tsx';
import {
  findGroup,
  findSearchedId,
  loadKeyNames,
  readFilter,
  toViewer,
} from '#app/messages/read-filter.server.ts';
import { briefReason, reasonText } from '#app/messages/reason-text.ts';
import { formatDuration } from '#app/messages/time-bar.tsx';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { listHeaderNames, listTemplateNames } from '#domain/dlt/registry/list-registry.ts';
import { isLiveApiId } from '#domain/identity/api-keys/key-prefix.browser.ts';
import { listMessages } from '#domain/messaging/messages/find-messages.ts';
import type { MessageOutput } from '#domain/messaging/messages/outputs.ts';
import {
  type MessageSummary,
  summarizeMessages,
} from '#domain/messaging/messages/summarize-messages.ts';
import { formatCount, formatMoment } from '#domain/shared/format.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { FilterForm } from './filter-form.tsx';
import { ResultBars } from './result-bars.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'messages', byMode: true };
export const meta = screenMeta('messages');

/** Messages per page. */
const pageSize = 25;

/** Maximum number of templates in the select element. A URL can filter by others. */
const maxTemplates = 100;

/**
 * Loads one page of the log of the dashboard's mode; null if the filter is invalid. The filter may name a key of the other
 * mode. A search for a message's ID redirects to the message.
 */
export async function loader(args: LoaderFunctionArgs) {
  const signedIn = await requireSignedInUser(args.request);
  const { userId } = signedIn;
  const { typed, errors, after, narrowed } = readFilter(new URL(args.request.url).searchParams);
  const searchedId = findSearchedId(typed);
  if (searchedId) throw redirect(paths.message(searchedId));
  const livemode = await readLivemode(args.request, signedIn);
  const filter = narrowed && { ...narrowed, livemode };
  const viewer = toViewer(signedIn, args, 'page');
  const [keys, page, summary, senders, templates] = await Promise.all([
    loadKeyNames(userId, livemode),
    filter && listMessages(viewer, { ...filter, after, limit: pageSize }),
    filter && summarizeMessages(userId, filter, after),
    listHeaderNames(userId),
    listTemplateNames(userId, maxTemplates),
  ]);
  const keyId = narrowed?.api_id;
  const otherKeyId = keyId !== undefined && isLiveApiId(keyId) !== livemode ? keyId : null;
  const bars = summary ? layOutSummary(summary) : [];
  return data(
    {
      ...{ typed, errors, after, keys, page, livemode, otherKeyId, senders },
      group: findGroup(typed),
      summary: summary && toCounts(summary),
      ...{ bars, untilNow: bars.some(({ to }) => to > clock.now()) },
      templates,
    },
    { status: narrowed ? 200 : 400 },
  );
}

const toCounts = ({ counts, before, isCut }: MessageSummary) => ({ counts, before, isCut });

const layOutSummary = ({ bars, step }: MessageSummary): Bar[] =>
  layOutBars(
    bars.map(({ at, delivered, failed, in_progress }) => ({
      ...{ from: new Date(at), to: new Date(at + step) },
      name: formatMoment(new Date(at), 'medium'),
      counts: { accepted: delivered + failed + in_progress, delivered, failed },
    })),
  );

export default function MessagesScreen() {
  return <MessageLog {...useLoaderData<typeof loader>()} />;
}

/** The message log: filter, results by time, one page of messages, and links to other pages. */
function MessageLog(view: LogView) {
  const { typed, after, keys, page, group, bars, untilNow, livemode, otherKeyId } = view;
  const filtered = Object.keys(typed).length > 0;
  if (page?.entries.length === 0 && !filtered && !after) {
    return (
      <div className="grid gap-4">
        <LogTabs open="messages" />
        <NoMessages livemode={livemode} />
      </div>
    );
  }
  const address = (place: { after?: string }) =>
    paths.messages(toSearchParams({ typed, ...place }));
  return (
    <div className="@container grid min-w-0 grid-cols-1 gap-3">
      <LogTabs open="messages" />
      {otherKeyId ? <OtherModeNotice id={otherKeyId} livemode={livemode} what="key" /> : null}
      <FilterForm {...view} />
      <ResultBars bars={bars} typed={typed} untilNow={untilNow} />
      {page?.entries.length ? (
        <MessageTable
          areFailed={group === 'failed'}
          keys={keys}
          messages={page.entries}
          place={{ typed, after }}
        />
      ) : (
        <EmptyResults
          faulty={page === null}
          filtered={filtered}
          goesOn={page !== null && page.next !== null}
        />
      )}
      <PageLinks
        newest={after ? address({}) : null}
        older={page?.next ? address({ after: page.next }) : null}
      >
        {page?.entries.length ? (
          <>
            <Position {...view} count={page.entries.length} />
            <a
              className="link ml-auto py-1"
              download
              href={paths.messagesFile(toSearchParams({ typed }))}
            >
              Export as CSV
            </a>
          </>
        ) : null}
      </PageLinks>
    </div>
  );
}

/** The position of the page among all counted messages that match the filter: `26–50 of 344`. */
function Position({ summary, group, typed, after, count }: LogView & { count: number }) {
  // Single states are not counted.
  if (!summary || (typed.state !== undefined && group === null)) return null;
  const { counts, before, isCut } = summary;
  const ofGroup = ({ delivered, failed, in_progress }: typeof counts) =>
    group === null ? delivered + failed + in_progress : { delivered, failed, in_progress }[group];
  const [total, first] = [ofGroup(counts), after ? ofGroup(before) : 0];
  // The page is older than the messages that were counted.
  if (first + count > total) return <p className="text-faint">of more than {formatCount(total)}</p>;
  return (
    <p className="text-faint tabular-nums">
      {formatCount(first + 1)}–{formatCount(first + count)} of {formatCount(total)}
      {isCut ? '+' : ''}
    </p>
  );
}

/** The empty state of the log, with a link to send the first message. */
function NoMessages({ livemode }: Pick<LogView, 'livemode'>) {
  return (
    <EmptyState
      text={`Messages that your ${livemode ? 'API' : 'test'} keys send appear here with their delivery status.`}
      title={livemode ? 'No messages yet' : 'No test messages yet'}
    >
      <PrimaryLink to={paths.dashboard('message')}>
        {livemode ? 'Send your first message' : 'Send a test message'}
      </PrimaryLink>
    </EmptyState>
  );
}

type EmptyResultsProps = {
  /** Whether the filter is invalid. */
  faulty: boolean;
  filtered: boolean;
  /** Whether there are older messages that this page did not read. */
  goesOn: boolean;
};

/** Shown instead of the table when this page has no messages. */
function EmptyResults(props: EmptyResultsProps) {
  const { title, text } = describe(props);
  return (
    <section className="card grid justify-items-start gap-2 p-6">
      <h2 className="font-medium">{title}</h2>
      <p className="text-sm text-faint">{text}</p>
    </section>
  );
}

function describe({ faulty, filtered, goesOn }: EmptyResultsProps) {
  if (faulty) {
    return { title: 'Invalid filter', text: 'Please correct the filter above.' };
  }
  if (goesOn) {
    const text =
      '“Older” searches the next 10,000 messages. A filter for a shorter period is faster.';
    return { title: 'None of the 10,000 searched messages matches', text };
  }
  if (filtered) {
    const text = 'Change the filter above, or clear it to see all messages.';
    return { title: 'No message matches', text };
  }
  return { title: 'No older messages', text: 'This is the end of the list.' };
}

/** Column widths; the text takes the rest. */
const widths: Record<string, string> = {
  Accepted: 'w-48',
  State: 'w-30',
  Number: 'w-34',
  Text: '',
  'API key': 'w-32 @7xl:w-48',
  Took: 'w-28',
};

/** The widths in a list of failed messages. The reason replaces the delivery time, and takes the rest. */
const { Took: _, ...others } = widths;
const widthsOfFailed: Record<string, string> = {
  ...{ ...others, Text: 'w-36 @7xl:w-56', 'API key': 'w-28 @7xl:w-40' },
  Reason: '',
};

type MessageTableProps = {
  messages: MessageOutput[];
  keys: KeyName[];
  /** Whether only messages that failed are listed. */
  areFailed: boolean;
  place: Pick<ParsedFilter, 'typed' | 'after'>;
};

/** A page of messages: a table on wide screens, cards on narrow ones. */
function MessageTable({ messages, keys, areFailed, place }: MessageTableProps) {
  const shown = areFailed ? widthsOfFailed : widths;
  return (
    <CardTable caption="Messages, newest first" columns={Object.keys(shown)} widths={shown}>
      {messages.map((message) => (
        <Row areFailed={areFailed} key={message._id} keys={keys} message={message} place={place} />
      ))}
    </CardTable>
  );
}

type RowProps = Pick<MessageTableProps, 'keys' | 'areFailed' | 'place'> & {
  message: MessageOutput;
};

function Row({ message, keys, areFailed, place }: RowProps) {
  const { _id, status, recipient, content, kind, apiId, createdAt, settledAt, reason } = message;
  return (
    <CardRow className="relative grid grid-cols-[1fr_auto] items-center gap-y-1 p-3 hover:border-control @4xl:hover:border-line @4xl:hover:bg-paper">
      <Cell className="order-2 text-right whitespace-nowrap text-faint tabular-nums @4xl:text-left @4xl:text-ink">
        <Timestamp at={new Date(createdAt)} timeStyle="medium" />
      </Cell>
      <Cell className="order-1">
        <StateStamp state={status} />
      </Cell>
      <Cell className="order-3">
        {/* The click area of the link covers the whole row. */}
        <Link
          className="font-mono text-xs text-airmail underline-offset-4 after:absolute after:inset-0 hover:underline"
          to={paths.message(_id, toSearchParams(place))}
        >
          <Recipient recipient={recipient} />
        </Link>
      </Cell>
      <Cell className="order-5 col-span-2 truncate">
        <MessageText content={content} kind={kind} />
      </Cell>
      <Cell className="order-4 max-w-40 justify-self-end truncate text-right text-faint @4xl:max-w-none @4xl:text-left @4xl:text-ink">
        <KeyLabel keyId={apiId} keys={keys} />
      </Cell>
      {areFailed ? (
        <Cell className="order-6 col-span-2 text-xs [overflow-wrap:anywhere]">
          {reason ? <Reason reason={reason} /> : null}
        </Cell>
      ) : (
        <Cell className="order-6 text-xs whitespace-nowrap text-faint @4xl:font-mono @4xl:text-ink">
          {settledAt ? (
            <>
              <span className="@4xl:hidden">Took </span>
              {formatDuration(Date.parse(settledAt) - Date.parse(createdAt))}
            </>
          ) : null}
        </Cell>
      )}
    </CardRow>
  );
}

/** Why a message failed, with the whole explanation on hover. */
function Reason({ reason }: { reason: string }) {
  const { code, text } = briefReason(reason);
  return (
    <span className="block leading-4 @4xl:py-0.5" title={reasonText(reason)}>
      {code === null ? null : <code className="font-mono">{code} </code>}
      <span className="text-faint">{text}</span>
    </span>
  );
}

function Cell({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <td className={`block min-w-0 @4xl:table-cell @4xl:h-9 @4xl:px-3 ${className}`}>{children}</td>
  );
}
