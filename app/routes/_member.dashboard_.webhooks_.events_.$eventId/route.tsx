import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { CopyButton } from '#app/components/copy-button.tsx';
import { TextLink } from '#app/components/links.tsx';
import { Detail, PageBelow, TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { actOnScreen } from '#app/dashboard/screen.server.ts';
import { pageBelow, pageBelowMeta } from '#app/dashboard/screen-route.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast } from '#app/forms/submit.server.ts';
import { toViewer } from '#app/messages/read-filter.server.ts';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { Answer, EventStamp, visibleText } from '#app/webhooks/event-cells.tsx';
import { orNotFound } from '#app/webhooks/require-known-keys.server.ts';
import { backToEndpoints, Part, Plain, RequestHeaders } from '#app/webhooks/webhook-page.tsx';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { renderWebhookDataFor } from '#domain/messaging/webhook-data.ts';
import { listEndpoints } from '#domain/webhooks/endpoints/manage-endpoints.ts';
import { getEvent, listAttempts } from '#domain/webhooks/log/read-events.ts';
import { replayEvent } from '#domain/webhooks/log/replay-event.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle = pageBelow('webhooks', ({ event }: EventView) => event.type);
export const meta = pageBelowMeta(handle, 'Webhook event');

/**
 * Loads an event with its posted body and its last attempts.
 *
 * @throws Response 404 if the account has no such event
 */
async function loadEvent(args: LoaderFunctionArgs) {
  const signedIn = await requireSignedInUser(args.request);
  const { userId } = signedIn;
  const { eventId = '' } = args.params;
  const { payload, ...event } = await orNotFound(() =>
    getEvent(userId, eventId, renderWebhookDataFor(toViewer(signedIn, args, 'page'))),
  );
  const [attempts, endpoints] = await Promise.all([
    listAttempts(userId, event._id),
    listEndpoints(userId),
  ]);
  const endpoint = endpoints.find(({ _id }) => _id === event.endpoint);
  return {
    event,
    /** The event's endpoint; null once the endpoint is deleted. */
    endpoint: endpoint
      ? { url: endpoint.url, description: endpoint.description, enabled: endpoint.enabled }
      : null,
    /** The posted body, formatted with spaces. */
    body: payload === null ? null : JSON.stringify(payload, null, 2),
    attempts: attempts.map((attempt) => ({
      ...attempt,
      response: attempt.response === null ? null : visibleText(attempt.response),
    })),
  };
}

type EventView = Awaited<ReturnType<typeof loadEvent>>;

export const loader = loadEvent;

/** Posts an event again. */
function act({ userId }: SignedInUser, form: FormData, id: string): Promise<Response> {
  if (form.get('intent') !== 'replay') throw new Response(null, { status: 400 });
  const here = paths.webhookEvent(id);
  return orToast({ to: here, fallback: fallbacks.replayWebhook }, async () => {
    await replayEvent(userId, id);
    return redirectDone(here, 'Event on its way again');
  });
}

export const action = actOnScreen(
  'webhooks',
  (signedIn, form, { params: { eventId = '' } }) => act(signedIn, form, eventId),
  { recentSignIn: false },
);

export default function WebhookEventScreen() {
  const { event, endpoint, body, attempts } = useLoaderData<typeof loader>();
  useEventUpdates(event);
  const back = endpoint
    ? { to: `${paths.webhook(event.endpoint)}#events`, label: 'Back to the endpoint' }
    : backToEndpoints;
  return (
    <PageBelow
      actions={
        endpoint?.enabled ? (
          <Form data-fallback={fallbacks.replayWebhook} method="post" preventScrollReset>
            <button className="button-quiet" name="intent" type="submit" value="replay">
              Replay
            </button>
          </Form>
        ) : null
      }
      back={back}
      mark={<EventStamp event={event} />}
      title={null}
    >
      <div className="grid min-w-0 grid-cols-1 gap-5 @4xl:grid-cols-2 @4xl:items-start">
        <div className="grid min-w-0 gap-5">
          <Facts endpoint={endpoint} event={event} />
          <Body body={body} />
        </div>
        <Attempts attempts={attempts} event={event} />
      </div>
    </PageBelow>
  );
}

/** The body of the request, rendered again for this page. */
function Body({ body }: { body: string | null }) {
  return (
    <section aria-labelledby="body-title" className="card min-w-0">
      <div className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-5">
        <h2 className="text-sm font-medium" id="body-title">
          Body
        </h2>
        {body === null ? null : <CopyButton label="Body" text={body} />}
      </div>
      <div className="grid gap-2 px-5 py-4">
        {body === null ? (
          <p className="text-sm text-faint">
            The message or code of this event was deleted, so the event no longer has a body.
          </p>
        ) : (
          <>
            <pre className="min-w-0 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
              {body}
            </pre>
            <p className="text-xs text-faint">
              The body as it would be posted now, on one line. Data that was erased after the event
              was posted is left out.
            </p>
          </>
        )}
      </div>
    </section>
  );
}

/** The interval at which the page reloads a due event, in milliseconds, and the maximum number of reloads. */
const pollMs = 1_000;
const maxPolls = 30;

/** Reloads the page while an attempt is due or running, but not indefinitely, because a failing endpoint may be paused. */
function useEventUpdates({ _id, status, nextAttemptAt, attempts }: EventView['event']) {
  const { revalidate, state } = useRevalidator();
  const polls = useRef({ of: '', count: 0 });
  const place = `${_id} ${attempts}`;
  useEffect(() => {
    if (polls.current.of !== place) polls.current = { of: place, count: 0 };
    const isDue = status === 'pending' && Date.parse(nextAttemptAt ?? '') <= Date.now() + pollMs;
    if (!isDue || state !== 'idle' || polls.current.count >= maxPolls) return;
    // The timer repeats, as in `useProgress`, because a slow browser may render the start and the end of a load
    // together.
    const timer = setInterval(() => {
      polls.current.count += 1;
      if (polls.current.count >= maxPolls) clearInterval(timer);
      revalidate();
    }, pollMs);
    return () => clearInterval(timer);
  }, [place, status, nextAttemptAt, state, revalidate]);
}

type AttemptsProps = Pick<EventView, 'attempts' | 'event'>;

/** The last attempts of an event, each with the request's headers and the server's response. */
function Attempts({ attempts, event }: AttemptsProps) {
  return (
    <TitledCard heading="h2" id="attempts" title="Attempts">
      {attempts.length === 0 ? (
        <p className="px-5 py-4 text-sm text-faint">This event was not posted yet.</p>
      ) : (
        <ol className="divide-y divide-line">
          {attempts.map((attempt) => (
            <li className="grid min-w-0 gap-2 px-5 py-3 text-sm" key={attempt.number}>
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span>
                  <span className="text-faint">{attempt.number}. </span>
                  <Answer {...attempt} />
                </span>
                <span className="text-xs text-faint">
                  <Timestamp at={new Date(attempt.at)} />
                </span>
              </div>
              {attempt.error === null ? null : (
                <p className="text-bad [overflow-wrap:anywhere]">{attempt.error}</p>
              )}
              <Part isOpen label="Answer">
                {attempt.response === null || attempt.response === '' ? (
                  <p className="text-xs text-faint">
                    {attempt.response === null ? 'No answer' : 'The answer has no body'}
                  </p>
                ) : (
                  <Plain>{attempt.response}</Plain>
                )}
              </Part>
              <Part label="Headers of the request">
                <RequestHeaders at={attempt.at} id={event._id} />
                <p className="text-xs text-faint">
                  Each attempt has a new signature, which is not stored.
                </p>
              </Part>
            </li>
          ))}
        </ol>
      )}
    </TitledCard>
  );
}

/** The subject and state of an event. */
function Facts({ event, endpoint }: Pick<EventView, 'event' | 'endpoint'>) {
  const { _id, subject, timestamp, attempts, lastError, nextAttemptAt, deliveredAt } = event;
  return (
    <TitledCard heading="h2" id="facts" title="Event">
      <dl className="grid gap-3 px-5 py-4 text-sm">
        <Detail label="Event ID">
          <code className="font-mono text-xs break-all">{_id}</code>
        </Detail>
        <Detail label="Endpoint">
          {endpoint ? (
            <TextLink to={paths.webhook(event.endpoint)}>
              <bdi>{endpoint.description ?? endpoint.url}</bdi>
            </TextLink>
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
    <TextLink to={paths.message(subject)}>{livemode ? 'A message' : 'A test message'}</TextLink>
  );
}
