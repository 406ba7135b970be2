import type { LoaderFunctionArgs } from '@remix-run/node';
import { listWebhookEvents } from '#app/api/endpoints/webhook-endpoints.server.ts';
import { authenticate, findCaller, hasApiKey } from '#app/api/pipeline/authenticate.server.ts';
import { commonHeaders, failure } from '#app/api/respond.server.ts';
import { modes } from '#app/dashboard/mode.tsx';
import { createFollowers } from '#app/live/create-followers.server.ts';
import { respondFull, respondWithEvents } from '#app/live/event-stream.server.ts';
import { getSignedInUser, toClientAddresses } from '#app/session/session.server.ts';
import { listenLimits, type StreamedEvents } from '#app/webhooks/listening.ts';
import { findActiveSessions } from '#domain/identity/sessions/create-session.ts';
import { renderWebhookData } from '#domain/messaging/webhook-data.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import {
  keepListening,
  type NewEvents,
  type Position,
  positionAfter,
  positionFromNow,
  readNewEvents,
} from '#domain/webhooks/listening/manage-listener.ts';
import { toFetchResponse } from '#platform/http/api-adapter.ts';
import { newId } from '#platform/ids.ts';
import { ofInstance } from '#platform/instance.ts';

type Wanted = {
  /** The session of a page; null for a program with an API key. */
  sessionId: string | null;
  /** Whether the program's key may still read the events. Not called for a page. */
  mayRead: () => Promise<boolean>;
  position: Position;
};

/** The new events of a stream; null if the account has not listened in the last hour. */
type Found = { news: NewEvents | null };

/** Reads the new events of all streams whose session or key may still read them. */
async function readAll(list: Wanted[]): Promise<(Found | null)[]> {
  const sessionIds = list.flatMap(({ sessionId }) => sessionId ?? []);
  const [active, found] = await Promise.all([
    findActiveSessions(sessionIds),
    readNewEvents(
      list.map(({ position }) => position),
      renderWebhookData,
    ),
  ]);
  const allowed = await Promise.all(
    list.map(({ sessionId, mayRead }) => (sessionId ? active.has(sessionId) : mayRead())),
  );
  return found.map((news, i) => (allowed[i] ? { news } : null));
}

const acquireSlot = ofInstance(() => createFollowers({ ...listenLimits, everyMs: 500, readAll }));

/** The maximum duration of a stream, in milliseconds. After that the page opens another stream. */
const lastsMs = 120_000;

/** After how many seconds a client without a slot may try again. */
const retryAfterSeconds = 30;

const full = {
  user: `You already have ${listenLimits.perUser} pages that listen to events. Close one of them, or reload this page to see what has happened.`,
  network:
    'Too many pages on your network listen to events. Reload this page to see what has happened.',
  all: 'Too many pages listen to events right now. Reload this page to see what has happened.',
};

/**
 * Streams the events of the account's listener of a mode as server-sent events, to a page or to a program with an API key. The
 * stream ends when the listener, the session or the key ends, or after two minutes.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params, context } = args;
  const mode = modes.find((name) => name === params.mode);
  if (hasApiKey(request.headers)) return streamToProgram(args, mode);
  const signedIn = await getSignedInUser(request);
  if (!signedIn)
    return new Response('Your session has expired. Please log in again.', { status: 401 });
  if (!mode) return new Response('The mode is live or test.', { status: 404 });
  const { userId, sessionId } = signedIn;
  const slot = acquireSlot(userId, context.clientAddress ?? '');
  if (typeof slot === 'string') return respondFull(full[slot], retryAfterSeconds);
  const position = positionAfter({ userId, livemode: mode === 'live' }, lastIdOf(request));
  const wanted = { sessionId, mayRead: async () => false, position };
  return stream({ request, sending: context.sending, slot, wanted });
}

/** Checks a key with the API's rules for calls about webhooks. */
const listenWithKey = { ...listWebhookEvents, apiCall: 'free' } as const;

/**
 * Streams to a program with an API key of the mode. The stream itself starts listening and keeps the account listening, so
 * no page is needed. If a program reconnects with its last id, it gets the events that were lost in transit.
 */
async function streamToProgram(
  { request, context }: LoaderFunctionArgs,
  mode: string | undefined,
): Promise<Response> {
  const requestId = context.requestId ?? newId('req');
  const headers = commonHeaders(requestId);
  const client = toClientAddresses(context);
  const calling = { request, requestId, client, headers, onKeyOwner: () => undefined };
  let slot: ReturnType<typeof acquireSlot> | undefined;
  try {
    // Remix passes HEAD requests to loaders too. They must not start anything.
    if (request.method !== 'GET') throw new DomainError('method_not_allowed');
    const caller = await authenticate(listenWithKey, calling);
    if (!caller || !('keyId' in caller)) throw new DomainError('missing_credentials');
    const { userId, livemode, keyId } = caller;
    if (mode !== (livemode ? 'live' : 'test')) {
      const message = `This is a ${livemode ? 'live' : 'test'} key. Ask for the events of its mode.`;
      throw new DomainError('invalid_parameter', { message });
    }
    slot = acquireSlot(userId, client.clientAddress);
    if (typeof slot === 'string')
      throw new DomainError('rate_limited', { message: full[slot], retryAfterSeconds });
    const key = { userId, livemode };
    const lastId = lastIdOf(request);
    await keepListening(key, lastId);
    const from = lastId
      ? { position: positionAfter(key, lastId), id: lastId }
      : positionFromNow(key);
    const position: Position = { ...from.position, readsAll: true };
    const wanted = { sessionId: null, position, mayRead: () => mayStillListen(calling, keyId) };
    return stream({ request, sending: context.sending, slot, wanted, firstId: from.id });
  } catch (error) {
    if (typeof slot === 'object') slot.release();
    return toFetchResponse(failure(error, requestId, headers));
  }
}

/** Whether the key is still active and still has the scope. Caches answer most of these checks. */
async function mayStillListen(
  calling: Parameters<typeof findCaller>[0],
  keyId: string,
): Promise<boolean> {
  try {
    const caller = await findCaller(calling);
    return caller.keyId === keyId && caller.scopes.includes('webhooks');
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

type Streaming = Pick<Parameters<typeof respondWithEvents>[0], 'request' | 'sending'> & {
  slot: Exclude<ReturnType<typeof acquireSlot>, string>;
  wanted: Wanted;
  /** The id that a program sends if it reconnects before it has received an event. */
  firstId?: string;
};

function stream({ request, sending, slot, wanted, firstId }: Streaming): Response {
  return respondWithEvents({
    ...{ request, sending, lastsMs, release: slot.release },
    begin(stream) {
      if (firstId) stream.send({ events: [] } satisfies StreamedEvents, firstId);
      slot.follow(wanted, (found) => {
        if (!found) return stream.end();
        const { listener, events = [] } = found.news ?? {};
        const last = events.at(-1);
        if (last) return stream.send({ events } satisfies StreamedEvents, last._id);
        if (listener?.isOpen) return stream.keepAlive();
        stream.send({ events: [], isOver: true } satisfies StreamedEvents);
        stream.end();
      });
    },
  });
}

/** The id of the last event that the page has received, which a reconnecting browser sends in a header. */
const lastIdOf = ({ headers, url }: Request): string | null =>
  headers.get('last-event-id') || new URL(url).searchParams.get('after');
