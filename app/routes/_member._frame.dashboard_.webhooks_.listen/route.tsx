import { Form, Link, useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { EmptyState } from '#app/components/empty-state.tsx';
import { actOnScreen } from '#app/dashboard/drafts/screen.server.ts';
import type { Mode } from '#app/dashboard/mode/modes.ts';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { paths } from '#app/paths.ts';
import { noIndexMeta } from '#app/site/no-index-meta.ts';
import { Choice } from '#app/webhooks/choice.tsx';
import { TestEvent } from '#app/webhooks/test-event.tsx';
import { backToEndpoints, WebhookPage } from '#app/webhooks/webhook-page.tsx';
import { allEventTypes, type EventType } from '#domain/notifications/webhooks/contract.browser.ts';
import type { ListenedEvent } from '#domain/notifications/webhooks/listening/contract.browser.ts';
import { act } from './act.server.ts';
import { EventList } from './event-list.tsx';
import { ListenerState } from './listener-state.tsx';
import { type ListenerView, loadListener } from './load-listener.server.ts';
import { useListenedEvents } from './use-listened-events.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'webhooks', byMode: true };
export const meta = () => noIndexMeta('Listen to events');

export const loader = loadListener;

export const action = actOnScreen(
  'webhooks',
  (signedIn, form, { request }) => act(signedIn, form, request),
  { recentSignIn: false },
);

/** The events of the account as they occur, with what an endpoint would get. */
export default function ListenScreen() {
  const view = useLoaderData<typeof loader>();
  const { listener, mode } = view;
  return (
    <WebhookPage
      actions={listener ? <Actions isOpen={listener.isOpen} mode={mode} /> : null}
      back={backToEndpoints}
      text="See what happens to your messages and codes as it would be posted to an endpoint. You do not need one. The texts of messages are left out here."
      title="Listen to events"
    >
      {listener ? (
        // Begins anew with each start of listening.
        <Listening {...view} key={`${mode} ${listener.startedAt}`} listener={listener} />
      ) : (
        <EmptyState
          text="Start, then send a message or a test event: it appears here at once."
          title="Not listening"
        >
          <StartForm label="Start listening" mode={mode} />
        </EmptyState>
      )}
    </WebhookPage>
  );
}

function Actions({ isOpen, mode }: { isOpen: boolean; mode: Mode }) {
  if (!isOpen) return <StartForm label="Start again" mode={mode} />;
  return (
    <>
      <TestEvent note="It appears here, and goes to no endpoint." mode={mode} />
      <Form data-fallback={fallbacks.stopListening} method="post" preventScrollReset>
        <input name="mode" type="hidden" value={mode} />
        <button className="button-quiet min-h-10" name="intent" type="submit" value="stop">
          Stop
        </button>
      </Form>
    </>
  );
}

const StartForm = ({ label, mode }: { label: string; mode: Mode }) => (
  <Form data-fallback={fallbacks.listen} method="post" preventScrollReset>
    <input name="mode" type="hidden" value={mode} />
    <button className="button-primary" name="intent" type="submit" value="start">
      {label}
    </button>
  </Form>
);

type ListeningProps = ListenerView & { listener: NonNullable<ListenerView['listener']> };

function Listening(view: ListeningProps) {
  const { listener, type } = view;
  const { events, connection } = useListenedEvents(view);
  const [frozen, setFrozen] = useState<ListenedEvent[] | null>(null);
  const shown = frozen ?? events;
  const isNew = ({ _id }: ListenedEvent) => !shown.some((event) => event._id === _id);
  return (
    <>
      <ListenerState
        connection={connection}
        here={paths.listen(type ? { type } : {})}
        listener={listener}
        onPause={(paused) => setFrozen(paused ? events : null)}
        shown={shown.length}
        waiting={frozen ? events.filter(isNew).length : null}
      />
      <TypeFilter type={type} />
      {shown.length > 0 ? (
        <EventList events={shown} />
      ) : (
        <p className="card px-5 py-4 text-sm text-faint">
          {emptyText(type, listener.isOpen)}{' '}
          {listener.isOpen ? (
            <Link className="link" to={paths.dashboard('message')}>
              Send a message
            </Link>
          ) : null}
        </p>
      )}
    </>
  );
}

function emptyText(type: EventType | undefined, isOpen: boolean): string {
  if (type) return 'No events of this type yet.';
  return isOpen ? 'No events yet.' : 'There were no events.';
}

/** Submitted as GET, so that a filtered list has an address. */
const TypeFilter = ({ type }: { type: EventType | undefined }) => (
  <Form
    action={paths.listen()}
    aria-label="Filter"
    className="flex flex-wrap items-end gap-3"
    // Resets the field when a link opens another filter.
    key={type}
    preventScrollReset
    role="search"
  >
    <Choice all="Any type" label="Type" name="type" options={allEventTypes} value={type} />
    <button className="button-quiet min-h-10" type="submit">
      Filter
    </button>
    {type ? (
      <Link className="link py-2 text-sm" preventScrollReset to={paths.listen()}>
        Clear filter
      </Link>
    ) : null}
  </Form>
);
