import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Timestamp } from '#app/components/timestamp.tsx';
import { paths } from '#app/paths.ts';
import type { EventView } from './load-event.server.ts';

/** What an event is about, and how far it is. */
export function Facts({ event, endpoint }: Pick<EventView, 'event' | 'endpoint'>) {
  const { _id, subject, timestamp, attempts, lastError, nextAttemptAt, deliveredAt } = event;
  return (
    <section aria-labelledby="facts-title" className="card min-w-0">
      <h3 className="border-b border-line px-5 py-3 text-sm font-medium" id="facts-title">
        Event
      </h3>
      <dl className="grid gap-3 px-5 py-4 text-sm">
        <Fact label="Event ID">
          <code className="font-mono text-xs break-all">{_id}</code>
        </Fact>
        <Fact label="Endpoint">
          {endpoint ? (
            <Link className="link" to={paths.webhook(event.endpoint)}>
              <bdi>{endpoint.description ?? endpoint.url}</bdi>
            </Link>
          ) : (
            'Deleted'
          )}
        </Fact>
        <Fact label="About">
          <About event={event} />
          {subject === null ? null : (
            <code className="block font-mono text-xs break-all text-faint">{subject}</code>
          )}
        </Fact>
        <Fact label="Happened">
          <Timestamp at={new Date(timestamp)} />
        </Fact>
        <Fact label="Attempts">{attempts}</Fact>
        {deliveredAt ? (
          <Fact label="Delivered">
            <Timestamp at={new Date(deliveredAt)} />
          </Fact>
        ) : null}
        {nextAttemptAt ? (
          <Fact label="Next attempt">
            <Timestamp at={new Date(nextAttemptAt)} />
          </Fact>
        ) : null}
        {lastError && event.status !== 'delivered' ? (
          <Fact label="Last failure">{lastError}</Fact>
        ) : null}
      </dl>
    </section>
  );
}

function About({ event: { subject, type, livemode } }: Pick<EventView, 'event'>) {
  if (!livemode) return 'A test';
  if (subject === null) return 'The account';
  if (!type.startsWith('message.')) return 'A one-time password';
  return (
    <Link className="link" to={paths.message(subject)}>
      A message
    </Link>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 @md:grid-cols-[7rem_1fr] @md:items-baseline @md:gap-3">
      <dt className="text-xs text-faint">{label}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
