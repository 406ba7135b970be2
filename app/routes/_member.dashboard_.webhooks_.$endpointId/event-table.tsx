import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { CardRow, CardTable, PageLinks } from '#app/components/lists.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { paths } from '#app/paths.ts';
import { Answer, EventStamp, eventStates } from '#app/webhooks/event-cells.tsx';
import { Choice } from '#app/webhooks/webhook-page.tsx';
import { allEventTypes, type EventOutput } from '#domain/webhooks/contract.browser.ts';
import type { EndpointView } from './load-endpoint.server.ts';

type EventTableProps = Pick<EndpointView, 'events' | 'filter'> & { endpointId: string };

/** A page of an endpoint's events: a table on wide screens, cards on narrow ones. */
export function EventTable({ events, filter, endpointId }: EventTableProps) {
  const { type, status, after } = filter;
  const isFiltered = type !== undefined || status !== undefined;
  const address = (more: Record<string, string>) =>
    `${paths.webhook(endpointId, { ...(type && { type }), ...(status && { status }), ...more })}#events`;
  return (
    <section aria-labelledby="events-title" className="grid min-w-0 scroll-mt-4 gap-3" id="events">
      <h2 className="text-sm font-medium" id="events-title">
        Events
      </h2>
      <EventFilter endpointId={endpointId} filter={filter} />
      {events.entries.length > 0 ? (
        <CardTable caption="Events, the newest first" columns={columns} widths={widths}>
          {events.entries.map((event) => (
            <Row event={event} key={event._id} />
          ))}
        </CardTable>
      ) : (
        <p className="card px-5 py-4 text-sm text-faint">
          {emptyText({ isFiltered, goesOn: events.next !== null, isLater: after !== undefined })}
        </p>
      )}
      <PageLinks
        newest={after === undefined ? null : address({})}
        older={events.next === null ? null : address({ after: events.next })}
      />
    </section>
  );
}

type Emptiness = { isFiltered: boolean; goesOn: boolean; isLater: boolean };

function emptyText({ isFiltered, goesOn, isLater }: Emptiness): string {
  if (goesOn) return 'No match among the newest events. Older events may match.';
  if (isFiltered) return 'No events match this filter.';
  return isLater ? 'No older events.' : 'No events yet. Events are kept for 30 days.';
}

const columns = ['State', 'Type', 'About', 'Happened', 'Attempts', 'Last answer'];

/** Column widths; the subject takes the rest. */
const widths: Record<string, string> = {
  State: 'w-32',
  Type: 'w-44',
  Happened: 'w-44',
  Attempts: 'w-20',
  'Last answer': 'w-52',
};

function Row({ event }: { event: EventOutput }) {
  const { _id, status, type, livemode, subject, timestamp, attempts, lastStatus } = event;
  const { lastError, durationMs, nextAttemptAt } = event;
  return (
    <CardRow className="relative grid grid-cols-2 items-center gap-y-1 p-3 hover:border-control @4xl:hover:border-line @4xl:hover:bg-paper">
      <Cell>
        <EventStamp event={event} />
      </Cell>
      <Cell className="truncate text-right @4xl:text-left">
        {/* The click area of the link covers the whole row. */}
        <Link
          className="font-mono text-xs text-airmail underline-offset-4 after:absolute after:inset-0 hover:underline"
          to={paths.webhookEvent(_id)}
        >
          {type}
        </Link>
      </Cell>
      <Cell className="col-span-2 truncate text-faint">
        {subject === null ? (
          aboutText(livemode)
        ) : (
          <code className="font-mono text-xs">{subject}</code>
        )}
      </Cell>
      <Cell className="whitespace-nowrap text-faint @4xl:text-ink">
        <Timestamp at={new Date(timestamp)} />
      </Cell>
      <Cell className="hidden text-right font-mono text-xs">{attempts}</Cell>
      <Cell className="truncate text-right whitespace-nowrap @4xl:text-left">
        {attempts === 0 ? (
          <span className="text-faint">Not tried</span>
        ) : (
          <>
            <Answer durationMs={durationMs} error={lastError} status={lastStatus} />
            {status === 'pending' && nextAttemptAt ? (
              <span className="block text-xs text-waiting">
                next <Timestamp at={new Date(nextAttemptAt)} />
              </span>
            ) : null}
          </>
        )}
      </Cell>
    </CardRow>
  );
}

const aboutText = (livemode: boolean) => (livemode ? 'The account' : 'A test');

function Cell({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <td className={`block min-w-0 @4xl:table-cell @4xl:h-10 @4xl:px-3 ${className}`}>{children}</td>
  );
}

type EventFilterProps = Pick<EndpointView, 'filter'> & { endpointId: string };

/** Filters the events. The form is submitted as GET, so that a filtered list has a URL. */
function EventFilter({ filter: { type, status }, endpointId }: EventFilterProps) {
  const isOn = type !== undefined || status !== undefined;
  return (
    <Form
      action={`${paths.webhook(endpointId)}#events`}
      aria-label="Filter"
      className="flex flex-wrap items-end gap-3"
      // Resets the fields when a link opens another filter.
      key={`${type} ${status}`}
      preventScrollReset
      role="search"
    >
      <Choice all="Any state" label="State" name="status" options={eventStates} value={status} />
      <Choice all="Any type" label="Type" name="type" options={allEventTypes} value={type} />
      <button className="button-quiet min-h-10" type="submit">
        Filter
      </button>
      {isOn ? (
        <Link className="link py-2 text-sm" preventScrollReset to={paths.webhook(endpointId)}>
          Clear filters
        </Link>
      ) : null}
    </Form>
  );
}
