import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { CopyButton } from '#app/components/copy-button.tsx';
import { TextLink } from '#app/components/links.tsx';
import { EmptyState } from '#app/components/lists.tsx';
import { PageBelow } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { readLivemode } from '#app/dashboard/choices.server.ts';
import { type Mode, modes, toMode } from '#app/dashboard/mode.tsx';
import { actOnScreen } from '#app/dashboard/screen.server.ts';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast, submit } from '#app/forms/submit.server.ts';
import { paths } from '#app/paths.ts';
import { useHydrated } from '#app/request-context.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { redirectDone, redirectWithToast } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { testEventData } from '#app/webhooks/describe-events.server.ts';
import { testForm, testFormId } from '#app/webhooks/forms.ts';
import { listenLimits, useListenedEvents } from '#app/webhooks/listening.ts';
import {
  backToEndpoints,
  Choice,
  Part,
  Plain,
  RequestHeaders,
  TestEvent,
} from '#app/webhooks/webhook-page.tsx';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { renderWebhookData } from '#domain/messaging/webhook-data.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import {
  allEventTypes,
  type EventType,
  listEventsInput,
} from '#domain/webhooks/contract.browser.ts';
import {
  type ListenedEvent,
  type Listener,
  maxListened,
  maxShown,
  readableMinutes,
} from '#domain/webhooks/listening/contract.browser.ts';
import {
  findListener,
  listListened,
  sendSampleEvent,
  startListening,
  stopListening,
} from '#domain/webhooks/listening/manage-listener.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'webhooks', byMode: true };
export const meta = () => noIndexMeta('Listen to events');

const over = {
  type: 'error',
  title: fallbacks.testWebhook,
  message: 'Listening is over. Start listening again, then send the event.',
} as const;

/**
 * Handles the forms of the page, by `intent`. They act on the mode that the page showed, because another tab may have
 * switched the dashboard's mode.
 */
async function act(signedIn: SignedInUser, form: FormData, request: Request) {
  const mode = modes.find((name) => name === form.get('mode'));
  if (!mode) throw new Response(null, { status: 400 });
  const key = { userId: signedIn.userId, livemode: mode === 'live' };
  const type = readType(request.url);
  const here = paths.listen(type ? { type } : {});
  const toPage = (title: string) => redirectDone(here, title);
  switch (form.get('intent')) {
    case 'start':
      return orToast({ to: here, fallback: fallbacks.listen }, async () => {
        await startListening(key);
        return toPage('Listening started');
      });
    case 'stop':
      return orToast({ to: here, fallback: fallbacks.stopListening }, async () => {
        await stopListening(key);
        return toPage('Listening stopped');
      });
    case 'test':
      return submit(
        form,
        testForm,
        async (value) => {
          const isHeard = await sendSampleEvent(key, value.type, testEventData(value.type));
          return isHeard ? toPage('Test event sent') : redirectWithToast(here, over);
        },
        { formId: testFormId, fallback: fallbacks.testWebhook },
      );
    default:
      throw new Response(null, { status: 400 });
  }
}

/** Loads the account's listener in the dashboard's mode, and its events. */
export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireSignedInUser(request);
  const livemode = await readLivemode(request, signedIn);
  const key = { userId: signedIn.userId, livemode };
  const type = readType(request.url);
  const listener = await findListener(key);
  const events = listener ? await listListened(key, type, renderWebhookData) : [];
  return { mode: toMode(livemode), livemode, listener, events, type };
}

type ListenerView = Awaited<ReturnType<typeof loader>>;

/** The event type in the URL, which filters the page; unknown types are ignored. */
function readType(url: string) {
  const given = new URL(url).searchParams.get('type') || undefined;
  return listEventsInput.shape.type.safeParse(given).data;
}

export const action = actOnScreen(
  'webhooks',
  (signedIn, form, { request }) => act(signedIn, form, request),
  { recentSignIn: false },
);

/** The events of the account as they occur, with the request that an endpoint would get. */
export default function ListenScreen() {
  const view = useLoaderData<typeof loader>();
  const { listener, mode } = view;
  return (
    <PageBelow
      actions={listener ? <Actions isOpen={listener.isOpen} mode={mode} /> : null}
      back={backToEndpoints}
      text="See the events of your messages and codes as they would be posted to an endpoint. You do not need an endpoint. The texts of messages are left out here."
      title="Listen to events"
    >
      {listener ? (
        // React's `key` empties the list whenever listening starts.
        <Listening {...view} key={`${mode} ${listener.startedAt}`} listener={listener} />
      ) : (
        <EmptyState
          text="Start listening, then send a message or a test event: its events appear here at once."
          title="Not listening"
        >
          <StartForm label="Start listening" mode={mode} />
        </EmptyState>
      )}
    </PageBelow>
  );
}

function Actions({ isOpen, mode }: { isOpen: boolean; mode: Mode }) {
  if (!isOpen) return <StartForm label="Start again" mode={mode} />;
  return (
    <>
      <TestEvent note="The test event appears here, and goes to no endpoint." mode={mode} />
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
            <TextLink to={paths.dashboard('message')}>Send a message</TextLink>
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

/** A filter that is submitted as GET, so that a filtered list has a URL. */
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

/** Events, the newest first, each with the request that an endpoint would get. */
const EventList = ({ events }: { events: ListenedEvent[] }) => (
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
              An endpoint gets these events with other ids, signed with the endpoint’s secret.
            </p>
          </Part>
          {body === null ? (
            <p className="text-sm text-faint">
              The message or code of this event was deleted, so the event no longer has a body.
            </p>
          ) : (
            <Body id={_id} text={body} />
          )}
          {subject !== null && type.startsWith('message.') ? (
            <p className="text-sm">
              <TextLink to={paths.message(subject)}>Open the message</TextLink>
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

type ListenerStateProps = {
  listener: Listener;
  connection: ReturnType<typeof useListenedEvents>['connection'];
  /** Events that the page shows. */
  shown: number;
  /** Number of events that have arrived since the list was paused; null if it is not paused. */
  waiting: number | null;
  onPause: (paused: boolean) => void;
  /** The address at which the page can be reloaded. */
  here: string;
};

/** Says whether and until when the account is listening, and whether the list is paused. */
function ListenerState(props: ListenerStateProps) {
  const { listener, connection, shown, waiting, onPause, here } = props;
  const hydrated = useHydrated();
  const isLive = listener.isOpen && connection === 'live';
  return (
    <section aria-label="Listening" className="card grid min-w-0 gap-2 px-5 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="grid gap-0.5 text-sm">
          <p>{listener.isOpen ? <Until endsAt={listener.endsAt} /> : <Ended {...listener} />}</p>
          <p className="text-xs text-faint" role="status">
            {countText(shown, waiting)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {hydrated && listener.isOpen ? (
            <button
              className="button-quiet"
              onClick={() => onPause(waiting === null)}
              type="button"
            >
              {waiting === null ? 'Pause' : 'Continue'}
            </button>
          ) : null}
          {isLive ? null : (
            <Link className="button-quiet" preventScrollReset to={here}>
              Refresh
            </Link>
          )}
        </div>
      </div>
      {listener.isOpen && connection === 'refused' ? (
        <p className="text-xs text-faint">
          This page gets no live updates now. Either the server cannot be reached, or too many pages
          get live updates: at most {listenLimits.perUser} of your pages and{' '}
          {listenLimits.perNetwork} pages on your network can get them. The page tries again by
          itself. Choose Refresh to see new events.
        </p>
      ) : null}
    </section>
  );
}

const Until = ({ endsAt }: Pick<Listener, 'endsAt'>) => (
  <>
    Listening until <Timestamp at={new Date(endsAt)} />, or until {formatCount(maxListened)} events
    have arrived.
  </>
);

const Ended = ({ endsAt, isFull }: Pick<Listener, 'endsAt' | 'isFull'>) => (
  <>
    Listening {isFull ? `stopped after ${formatCount(maxListened)} events, ` : 'ended '}
    <Timestamp at={new Date(endsAt)} />. The events stay here for {readableMinutes} minutes.
  </>
);

function countText(shown: number, waiting: number | null): string {
  if (waiting !== null) {
    const some = waiting >= maxShown ? `${maxShown} or more` : String(waiting);
    return `Paused. New events since then: ${some}.`;
  }
  if (shown >= maxShown) return `The newest ${maxShown} events.`;
  return shown === 1 ? '1 event.' : `${shown} events.`;
}
