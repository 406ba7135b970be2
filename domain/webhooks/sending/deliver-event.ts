import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { logger } from '#platform/logger.ts';
import { confirmRefusal } from '#platform/ttl-cache.ts';
import type { RenderData } from '../contract.browser.ts';
import { hostnameOf, hostOf } from '../endpoint-contract.browser.ts';
import { type SecretOfKey, writeRequest } from '../formats/write-request.ts';
import { type Attempt, createRecord } from '../queue/record-attempts.ts';
import { endUnusedProbe, recordFailure, recordSuccess } from '../queue/record-health.ts';
import { type ReservedEvent, releaseEvents } from '../queue/reserve-events.ts';
import { type EndpointTurn, quickMs } from '../queue/turns.ts';
import { createPayloadRenderer, renderEach } from './payload-renderer.ts';
import {
  type AttemptResult,
  countAttempt,
  countUnprepared,
  loadTarget,
  postEvent,
  type Target,
} from './post-event.ts';
import { pauseMs } from './schedule.ts';

/** How long an event that cannot be prepared keeps its slot, in milliseconds. */
const unpreparedMs = 100;

const unprepared = 'The event could not be prepared: an error of Dakiya, which is logged.';

/**
 * An event that cannot be prepared counts as a timeout. Its endpoint then gets one event at a time, in a slow slot. So even
 * many such events take no slots or processor time from other endpoints.
 */
const asUnreachable = {
  error: unprepared,
  status: null,
  isUnreachable: true,
  durationMs: quickMs + 1,
};

/** The parts of an attempt's result that the dispatcher needs. */
export type Delivered = {
  /** Null if no request was made. */
  result: Pick<AttemptResult, 'error' | 'status' | 'isUnreachable' | 'durationMs'> | null;
  /** Whether the event was a probe but made no request, so that the next event becomes the probe. */
  isUnusedProbe: boolean;
  /** Milliseconds until the event is posted again; null if the event is not posted again. */
  retryInMs: number | null;
  /**
   * Resolves when everything is recorded, with the number of consecutive failures of the endpoint; null if the number did not
   * change.
   */
  recorded: Promise<number | null>;
};

type Endpoint = Pick<EndpointTurn<ReservedEvent>, 'connections' | 'failures'>;

/** Minimum time between two log lines about one endpoint, in milliseconds. */
const everyMs = 60_000;

/**
 * Creates the function that logs events that cannot be prepared. One cause can affect all events of an endpoint, so it logs
 * at most one line per endpoint and minute, with the number of such events since the previous line.
 */
function createUnpreparedLog() {
  /**
   * When each endpoint was last logged (`at`), and how many of its events were not logged since. The oldest log line is
   * first.
   */
  const endpoints = new Map<string, { at: number; since: number }>();
  return (
    { id: eventId, endpointId }: Pick<ReservedEvent, 'id' | 'endpointId'>,
    error: unknown,
  ) => {
    const now = performance.now();
    const known = endpoints.get(endpointId);
    if (known && now - known.at < everyMs) {
      known.since += 1;
      return;
    }
    const count = (known?.since ?? 0) + 1;
    logger.error({ error, eventId, endpointId, count }, 'webhook events cannot be posted');
    endpoints.delete(endpointId);
    endpoints.set(endpointId, { at: now, since: 0 });
    for (const [id, { at }] of endpoints) {
      if (now - at < everyMs) break;
      endpoints.delete(id);
    }
  };
}

/** Creates the function that posts this worker's reserved events and records the results. */
export function createDelivery(workerId: string, renderData: RenderData, secretOfKey: SecretOfKey) {
  const record = createRecord(workerId);
  const logUnprepared = createUnpreparedLog();
  const payloads = createPayloadRenderer<ReservedEvent>({
    renderEach: (events) => renderEach(events, renderData),
  });

  /**
   * Prepares the request and the target of an event.
   *
   * @throws if the event cannot be rendered, or a secret cannot be decrypted
   */
  async function prepare(event: ReservedEvent) {
    const [target, rendered] = await Promise.all([
      confirmRefusal(
        () => loadTarget(event.endpointId),
        (outcome) => outcome.status === 'fulfilled' && outcome.value === null,
      ),
      payloads.render(event),
    ]);
    if ('error' in rendered) throw rendered.error;
    const { payload } = rendered;
    const request =
      target && payload && (await writeRequest(event, payload, target.url, secretOfKey));
    return { target, request };
  }

  /** Posts an event that has a slot. @throws if the database is unavailable */
  async function deliver(reserved: ReservedEvent, endpoint: Endpoint): Promise<Delivered> {
    const event = { ...reserved, failures: Math.max(reserved.failures, endpoint.failures) };
    const prepared = await prepare(reserved).catch((error: unknown) => ({ error }));
    if ('error' in prepared) {
      if (isDatabaseUnavailable(prepared.error)) throw prepared.error;
      logUnprepared(event, prepared.error);
      countUnprepared();
      await pause(unpreparedMs);
      const attempt = postpone(event);
      return {
        ...{ result: asUnreachable, retryInMs: attempt.retryInMs },
        ...withoutRequest(event, record(attempt)),
      };
    }
    const { target, request } = prepared;
    const isElsewhere = target !== null && hostnameOf(target.url) !== hostnameOf(event.url);
    if (!target || isElsewhere) {
      // If the endpoint was turned off, the event goes back to the queue. If its address has changed, the event waits for a
      // slot of the new host.
      const recorded = releaseEvents([event.id], workerId).then(() => null);
      return { result: null, isUnusedProbe: false, retryInMs: isElsewhere ? 1 : null, recorded };
    }
    if (!request) {
      return { result: null, retryInMs: null, ...withoutRequest(event, record(discard(event))) };
    }
    const result = await postEvent({ id: event.id, ...request }, target, endpoint.connections);
    countAttempt(result);
    // The failure is counted immediately. Otherwise the success of a concurrent request would not reset it.
    if (result.error !== null) endpoint.failures = Math.max(1, endpoint.failures);
    const attempt = toAttempt(event, result);
    const recorded = Promise.all([record(attempt), recordHealth(event, target, result, endpoint)]);
    return {
      result,
      isUnusedProbe: false,
      retryInMs: attempt.retryInMs,
      recorded: recorded.then(([, failures]) => failures),
    };
  }

  return { deliver, renderAhead: payloads.renderAhead };
}

function withoutRequest({ endpointId, probedUntil }: ReservedEvent, recorded: Promise<void>) {
  if (!probedUntil) return { isUnusedProbe: false, recorded: recorded.then(() => null) };
  const ended = recorded.then(() => endUnusedProbe(endpointId, probedUntil));
  return { isUnusedProbe: true, recorded: ended.then(() => null) };
}

/**
 * Puts an event that could not be prepared back into the queue until its next scheduled attempt. Otherwise workers would
 * reserve it again and again, before all other events.
 */
function postpone({ id, reservation, attempt }: ReservedEvent): Attempt {
  const retryInMs = pauseMs(attempt + 1, null, Math.random());
  return {
    ...{ eventId: id, reservation, state: retryInMs === null ? 'failed' : 'pending', retryInMs },
    ...{ wasPosted: false, durationMs: 0, status: null, response: null },
    error: unprepared,
  };
}

const discard = ({ id, reservation }: ReservedEvent): Attempt => ({
  ...{ eventId: id, reservation, state: 'discarded', retryInMs: null, wasPosted: false },
  ...{ durationMs: 0, status: null, error: 'The subject was deleted.', response: null },
});

function toAttempt(event: ReservedEvent, result: AttemptResult): Attempt {
  const { durationMs, status, error, response, retryAfterSeconds } = result;
  const retryInMs =
    error === null ? null : pauseMs(event.attempt + 1, retryAfterSeconds, Math.random());
  const ended = error === null ? 'delivered' : 'failed';
  return {
    ...{ eventId: event.id, reservation: event.reservation, wasPosted: true },
    ...{ state: retryInMs === null ? ended : 'pending', retryInMs },
    ...{ durationMs, status, error, response },
  };
}

async function recordHealth(
  { id, endpointId, failures, format }: ReservedEvent,
  { url }: Target,
  { error, status, isUnreachable }: AttemptResult,
  endpoint: Endpoint,
): Promise<number | null> {
  if (error === null) {
    if (Math.max(failures, endpoint.failures) === 0) return null;
    await recordSuccess(endpointId);
    return 0;
  }
  logger.info(
    { eventId: id, endpointId, host: hostOf(url), status, isUnreachable, reason: error },
    'webhook attempt failed',
  );
  // One callback URL may be gone, which says nothing about the other URLs of its origin.
  const isGone = status === 410 && format !== 'twilio';
  return recordFailure({ endpointId, url, known: failures, error, isGone });
}
