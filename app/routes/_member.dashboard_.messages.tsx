import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { CardRow, CardTable } from '#app/components/card-table.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { PrimaryLink } from '#app/components/links.tsx';
import { PageLinks } from '#app/components/page-links.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { OtherModeNotice } from '#app/dashboard/mode/other-mode-notice.tsx';
import { readLivemode } from '#app/dashboard/mode/read-livemode.server.ts';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { FieldErrors } from '#app/forms/field.tsx';
import {
  type FilterName,
  type KeyName,
  type LogView,
  type ParsedFilter,
  toSearchParams,
} from '#app/messages/contract.ts';
import { LogTabs } from '#app/messages/log-tabs.tsx';
import {
  KeyLabel,
  MessageText,
  Recipient,
  StateStamp,
  states,
} from '#app/messages/message-cells.tsx';
import { loadKeyNames, readFilter, toViewer } from '#app/messages/read-filter.server.ts';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { isLiveApiId } from '#domain/identity/api-keys/contract.browser.ts';
import { listMessages } from '#domain/messaging/messages/find-messages.ts';
import type { MessageOutput } from '#domain/messaging/messages/outputs.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'messages', byMode: true };
export const meta = screenMeta('messages');

/** Messages per page. */
const pageSize = 25;

/** Loads one page of the log of the dashboard's mode; null if the filter is invalid. A filter may name a key of the other mode. */
export async function loader(args: LoaderFunctionArgs) {
  const signedIn = await requireSignedInUser(args.request);
  const { typed, errors, after, narrowed } = readFilter(new URL(args.request.url).searchParams);
  const viewer = toViewer(signedIn, args, 'page');
  const livemode = await readLivemode(args.request, signedIn);
  const [keys, page] = await Promise.all([
    loadKeyNames(signedIn.userId, livemode),
    narrowed && listMessages(viewer, { ...narrowed, after, limit: pageSize, livemode }),
  ]);
  const keyId = narrowed?.api_id;
  const otherKeyId = keyId !== undefined && isLiveApiId(keyId) !== livemode ? keyId : null;
  return data(
    { typed, errors, after, keys, page, livemode, otherKeyId },
    { status: narrowed ? 200 : 400 },
  );
}

export default function MessagesScreen() {
  return <MessageLog {...useLoaderData<typeof loader>()} />;
}

/** The message log: filter, one page of messages, and links to other pages. */
function MessageLog({ typed, errors, after, keys, page, livemode, otherKeyId }: LogView) {
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
    <div className="@container grid gap-4">
      <LogTabs open="messages" />
      {otherKeyId ? <OtherModeNotice id={otherKeyId} livemode={livemode} what="key" /> : null}
      <FilterForm errors={errors} keys={keys} typed={typed} />
      {page?.entries.length ? (
        <MessageTable keys={keys} messages={page.entries} place={{ typed, after }} />
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
          <a
            className="link ml-auto py-1"
            download
            href={paths.messagesFile(toSearchParams({ typed }))}
          >
            Export as CSV
          </a>
        ) : null}
      </PageLinks>
    </div>
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
  /** The filter is invalid. */
  faulty: boolean;
  filtered: boolean;
  /** There are older messages, which this page has not searched. */
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
    const text = '“Older” looks through the next 10,000. A shorter time finds them sooner.';
    return { title: 'No message matches among 10,000', text };
  }
  if (filtered) {
    const text = 'Change the filter above, or clear it to see all of them.';
    return { title: 'No message matches', text };
  }
  return { title: 'No older messages', text: 'This is the end of the list.' };
}

const columns = ['State', 'Number', 'Text', 'API key', 'Accepted', 'Segments'];

type MessageTableProps = {
  messages: MessageOutput[];
  keys: KeyName[];
  place: Pick<ParsedFilter, 'typed' | 'after'>;
};

/** A page of messages: a table on wide screens, cards on narrow ones. */
function MessageTable({ messages, keys, place }: MessageTableProps) {
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

type FilterFormProps = Pick<ParsedFilter, 'typed' | 'errors'> & { keys: KeyName[] };

/** The filter form. It is submitted as GET, so that a filtered log has an address. */
function FilterForm({ typed, errors, keys }: FilterFormProps) {
  const active = Object.keys(typed).length;
  const isInvalid = Object.keys(errors).length > 0;
  return (
    <Form
      action={paths.dashboard('messages')}
      aria-label="Filter"
      className="card grid grid-cols-2 gap-3 p-4 @4xl:grid-cols-5"
      // Resets the fields when a link opens another filter.
      key={JSON.stringify([typed, errors])}
      role="search"
    >
      <FilterChoice
        all="Any state"
        error={errors.state}
        label="State"
        name="state"
        options={states.map((state) => ({ value: state, label: state }))}
        value={typed.state}
      />
      <FilterChoice
        all="Any key"
        error={errors.key}
        label="API key"
        name="key"
        options={keys.map(({ keyId, name }) => ({ value: keyId, label: name }))}
        value={typed.key}
      />
      <div className="col-span-2 min-w-0 @4xl:col-span-1">
        <FilterField
          error={errors.number}
          inputMode="tel"
          label="Number"
          name="number"
          placeholder="98765 43210"
          value={typed.number}
        />
      </div>
      <FilterField error={errors.from} label="From" name="from" type="date" value={typed.from} />
      <FilterField error={errors.to} label="To" name="to" type="date" value={typed.to} />
      <div className="col-span-2 flex flex-wrap items-center gap-x-4 gap-y-2 @4xl:col-span-5">
        <button className="button-primary" type="submit">
          Filter
        </button>
        {active > 0 ? (
          <Link className="link py-1 text-sm" to={paths.dashboard('messages')}>
            Clear filters
          </Link>
        ) : null}
        <p className="text-xs text-faint">
          {active > 0 && !isInvalid
            ? `${active} ${active === 1 ? 'filter is' : 'filters are'} on. `
            : null}
          Dates are in India time and include both days.
        </p>
      </div>
    </Form>
  );
}

type FilterFieldProps = {
  name: FilterName;
  label: string;
  type?: 'text' | 'date';
  inputMode?: 'tel';
  placeholder?: string;
  value: string | undefined;
  error: string | undefined;
};

/** A field of the filter with its error. */
function FilterField({ name, label, type = 'text', value, error, ...rest }: FilterFieldProps) {
  const id = `filter-${name}`;
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-1">
      <label className="text-xs text-faint" htmlFor={id}>
        {label}
      </label>
      <input
        {...rest}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={error ? true : undefined}
        autoComplete="off"
        className={`input min-w-0 ${value && !error ? 'border-airmail' : ''}`}
        defaultValue={value}
        id={id}
        name={name}
        // A date input would not show an invalid date.
        type={error ? 'text' : type}
      />
      <FieldErrors errors={error ? [error] : undefined} id={`${id}-error`} />
    </div>
  );
}

type FilterChoiceProps = {
  name: FilterName;
  label: string;
  /** Label of the empty choice. */
  all: string;
  options: { value: string; label: string }[];
  value: string | undefined;
  error: string | undefined;
};

/**
 * A select of the filter. A value from the address that is not offered, such as a deleted key, is added as an
 * option.
 */
function FilterChoice({ name, label, all, options, value, error }: FilterChoiceProps) {
  const id = `filter-${name}`;
  const offered = !value || options.some((option) => option.value === value);
  return (
    <div className="grid min-w-0 content-start gap-1">
      <label className="text-xs text-faint" htmlFor={id}>
        {label}
      </label>
      <select
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={error ? true : undefined}
        className={`input ${value && !error ? 'border-airmail' : ''}`}
        defaultValue={value ?? ''}
        id={id}
        name={name}
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
        {offered ? null : <option value={value}>{value}</option>}
      </select>
      <FieldErrors errors={error ? [error] : undefined} id={`${id}-error`} />
    </div>
  );
}
