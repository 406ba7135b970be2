import { Link } from '@remix-run/react';
import { CopyButton } from '#app/components/copy-button.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { paths } from '#app/paths.ts';
import { Part, Plain, RequestHeaders } from '#app/webhooks/request-parts.tsx';
import type { ListenedEvent } from '#domain/notifications/webhooks/listening/contract.browser.ts';

/** Events, the newest first, each with the request that an endpoint would get. */
export const EventList = ({ events }: { events: ListenedEvent[] }) => (
  <section aria-labelledby="events-title" className="grid min-w-0 gap-3">
    <h3 className="text-sm font-medium" id="events-title">
      Events
    </h3>
    <ol className="grid min-w-0 gap-2">
      {events.map((event) => (
        <Item event={event} key={event._id} />
      ))}
    </ol>
  </section>
);

function Item({ event }: { event: ListenedEvent }) {
  const { _id, type, timestamp, subject, body } = event;
  return (
    <li className="card min-w-0">
      <details>
        <summary className="cursor-pointer px-4 py-2.5 text-sm">
          <span className="inline-flex w-[calc(100%-1.5rem)] flex-wrap items-baseline gap-x-4 gap-y-0.5 align-top">
            <code className="font-mono text-xs text-airmail">{type}</code>
            {subject === null ? null : (
              <code className="min-w-0 font-mono text-xs break-all text-faint">{subject}</code>
            )}
            <span className="text-xs text-faint sm:ml-auto">
              <Timestamp at={new Date(timestamp)} timeStyle="medium" />
            </span>
          </span>
        </summary>
        <div className="grid min-w-0 gap-3 border-t border-line px-4 py-3">
          <Part label="Headers">
            <RequestHeaders at={timestamp} id={_id} />
            <p className="text-xs text-faint">
              Each endpoint has events with ids of their own, and signs them with its secret.
            </p>
          </Part>
          {body === null ? (
            <p className="text-sm text-faint">
              What this event is about was deleted, so there is no body any more.
            </p>
          ) : (
            <Body id={_id} text={body} />
          )}
          {subject !== null && type.startsWith('message.') ? (
            <p className="text-sm">
              <Link className="link" to={paths.message(subject)}>
                Open the message
              </Link>
            </p>
          ) : null}
        </div>
      </details>
    </li>
  );
}

function Body({ id, text }: { id: string; text: string }) {
  return (
    <div className="grid min-w-0 gap-1">
      <div className="flex items-center justify-between gap-3">
        <p className="text-xs text-faint">Body, which is posted on one line</p>
        <CopyButton label="Body" of={id} text={text} />
      </div>
      <Plain>{JSON.stringify(JSON.parse(text), null, 2)}</Plain>
    </div>
  );
}
