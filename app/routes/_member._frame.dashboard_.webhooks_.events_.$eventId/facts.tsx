import { Link } from '@remix-run/react';
import { Detail } from '#app/components/detail.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { TitledCard } from '#app/components/titled-card.tsx';
import { paths } from '#app/paths.ts';
import type { EventView } from './load-event.server.ts';

/** What an event is about, and how far it is. */
export function Facts({ event, endpoint }: Pick<EventView, 'event' | 'endpoint'>) {
  const { _id, subject, timestamp, attempts, lastError, nextAttemptAt, deliveredAt } = event;
  return (
    <TitledCard heading="h3" id="facts" title="Event">
      <dl className="grid gap-3 px-5 py-4 text-sm">
        <Detail label="Event ID">
          <code className="font-mono text-xs break-all">{_id}</code>
        </Detail>
        <Detail label="Endpoint">
          {endpoint ? (
            <Link className="link" to={paths.webhook(event.endpoint)}>
              <bdi>{endpoint.description ?? endpoint.url}</bdi>
            </Link>
          ) : (
            'Deleted'
          )}
        </Detail>
        <Detail label="About">
          <About event={event} />
          {subject === null ? null : (
            <code className="block font-mono text-xs break-all text-faint">{subject}</code>
          )}
        </Detail>
        <Detail label="Happened">
          <Timestamp at={new Date(timestamp)} />
        </Detail>
        <Detail label="Attempts">{attempts}</Detail>
        {deliveredAt ? (
          <Detail label="Delivered">
            <Timestamp at={new Date(deliveredAt)} />
          </Detail>
        ) : null}
        {nextAttemptAt ? (
          <Detail label="Next attempt">
            <Timestamp at={new Date(nextAttemptAt)} />
          </Detail>
        ) : null}
        {lastError && event.status !== 'delivered' ? (
          <Detail label="Last failure">{lastError}</Detail>
        ) : null}
      </dl>
    </TitledCard>
  );
}

function About({ event: { subject, type, livemode } }: Pick<EventView, 'event'>) {
  if (subject === null) return livemode ? 'The account' : 'A test';
  if (!type.startsWith('message.')) return livemode ? 'A one-time password' : 'A test code';
  return (
    <Link className="link" to={paths.message(subject)}>
      {livemode ? 'A message' : 'A test message'}
    </Link>
  );
}
