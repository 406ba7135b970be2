import { createReservationRecovery } from '#domain/shared/reservation-recovery.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { query } from '#platform/db.ts';
import { logger } from '#platform/logger.ts';
import type { RenderData } from '../contract.browser.ts';
import type { SecretOfKey } from '../formats/write-request.ts';
import type { EndpointToWake } from '../jobs.ts';
import { wakeEndpoints } from '../outbox/add-subject-events-sql.ts';
import { createDelivery } from '../sending/deliver-event.ts';
import { createPace, type MessageLoad } from './pace.ts';
import { createReserve, probesAfter, type ReservedEvent, releaseEvents } from './reserve-events.ts';
import { createTurns, type EndpointTurn } from './turns.ts';

/**
 * Maximum delay for which this worker sets a timer, in milliseconds. If the next event is due later, the reconciler wakes
 * the endpoint up.
 */
const longestTimerMs = 600_000;

type Options = {
  /** Identifies this process in reservations and heartbeats. */
  workerId: string;
  /** How many workers share an endpoint's rate. */
  countWorkers: () => number;
  renderData: RenderData;
  secretOfKey: SecretOfKey;
  messageLoad: () => MessageLoad;
  stopping: AbortSignal;
};

/** Releases events that are reserved for this worker but unknown to it. Reads the whole queue. */
const releaseUnknown = `
  UPDATE webhook_queue SET worker_id = NULL WHERE worker_id = $1 AND event_id <> ALL ($2)`;

/**
 * Posts events to endpoints. A job wakes an endpoint up when it may have events. This worker then reserves a batch of
 * events. It reserves the next batch when half of the batch is left. Accounts get slots round-robin, and so do the
 * endpoints of an account. Events that will soon get a slot are rendered in advance.
 */
export function createWebhookDispatcher(options: Options) {
  const { workerId, countWorkers, renderData, secretOfKey, messageLoad, stopping } = options;
  const pace = createPace({ messageLoad });
  const turns = createTurns<ReservedEvent>({ countWorkers, mayPost: pace.mayPost, post });
  const reserve = createReserve(workerId);
  const delivery = createDelivery(workerId, renderData, secretOfKey);
  /** Reserved events that are being posted or recorded. */
  const inProgress = new Set<string>();
  /** The promises for which shutdown waits. */
  const running = new Set<Promise<void>>();
  const recovery = createReservationRecovery<EndpointToWake>({
    ...{ wake, track, releaseUnknown: releaseUnknownEvents },
    onFailure: (error) => logger.warn({ error }, 'webhook events could not be handled'),
  });
  /** The next timer that wakes each endpoint up. */
  const timers = new Map<string, { at: number; timer: NodeJS.Timeout }>();

  function releaseUnknownEvents(): Promise<unknown> {
    const waiting = turns.list().flatMap(({ events }) => events.map(({ id }) => id));
    const known = [...inProgress, ...waiting];
    return query('release-unknown-webhook-events', releaseUnknown, [workerId, known]);
  }

  function track(work: Promise<void>): void {
    running.add(work);
    void work.finally(() => running.delete(work));
  }

  /** Called when an endpoint may have due events. Cheap and idempotent: concurrent calls share one reservation. */
  function wake(to: EndpointToWake): void {
    if (stopping.aborted) {
      void wakeEndpoints([to]);
      return;
    }
    const endpoint = turns.get(to);
    if (endpoint.isReserving) endpoint.wokenAgain = true;
    else if (endpoint.events.length > turns.batchSizeOf(endpoint) / 2) endpoint.mayHaveMore = true;
    else track(reserveBatch(endpoint));
  }

  function wakeLater(endpoint: EndpointTurn<ReservedEvent>, delayMs: number): void {
    if (delayMs > longestTimerMs) return;
    const { endpointId, userId } = endpoint;
    const at = performance.now() + delayMs;
    const known = timers.get(endpointId);
    if (known && known.at <= at) return;
    clearTimeout(known?.timer);
    const timer = setTimeout(() => {
      timers.delete(endpointId);
      wake({ endpointId, userId });
    }, delayMs);
    timers.set(endpointId, { at, timer: timer.unref() });
  }

  async function reserveBatch(endpoint: EndpointTurn<ReservedEvent>): Promise<void> {
    const { endpointId, userId } = endpoint;
    const most = turns.batchSizeOf(endpoint);
    endpoint.isReserving = true;
    endpoint.wokenAgain = false;
    try {
      const events = await reserve({ endpointId, most });
      endpoint.mayHaveMore = events.length >= most || endpoint.wokenAgain;
      endpoint.add(events);
    } catch (error) {
      recovery.failed(endpointId, { endpointId, userId }, error);
    } finally {
      endpoint.isReserving = false;
    }
    turns.offer(endpoint);
    if (endpoint.wokenAgain && endpoint.events.length === 0) wake({ endpointId, userId });
  }

  /** Posts an event whose endpoint has got a slot. */
  function post(endpoint: EndpointTurn<ReservedEvent>, event: ReservedEvent): void {
    inProgress.add(event.id);
    pace.posted();
    track(postOne(endpoint, event).finally(() => inProgress.delete(event.id)));
    // While messages have priority, events are not rendered in advance, because the events wait longer for a slot, and
    // their payloads would then be too old. Instead, the events of a burst are rendered together when they are posted.
    if (!pace.messagesFirst()) for (const next of turns.soon(endpoint)) delivery.renderAhead(next);
    const { endpointId, userId } = endpoint;
    if (endpoint.mayHaveMore && endpoint.events.length <= turns.batchSizeOf(endpoint) / 2) {
      endpoint.mayHaveMore = false;
      wake({ endpointId, userId });
    }
  }

  async function postOne(
    endpoint: EndpointTurn<ReservedEvent>,
    event: ReservedEvent,
  ): Promise<void> {
    const { endpointId, userId } = endpoint;
    let hasPlace = true;
    const leave = (result: Parameters<typeof turns.release>[1]) => {
      if (!hasPlace) return;
      hasPlace = false;
      turns.release(endpoint, result);
    };
    try {
      const { result, isUnusedProbe, retryInMs, recorded } = await delivery.deliver(
        event,
        endpoint,
      );
      leave(result);
      const failures = await recorded;
      if (failures !== null) endpoint.failures = failures;
      if (failures === 0 || isUnusedProbe) wake({ endpointId, userId });
      if (retryInMs !== null) wakeLater(endpoint, retryInMs);
      if (endpoint.failures >= probesAfter || result?.status === 410) await giveBack(endpoint);
    } catch (error) {
      leave(null);
      const level = isDatabaseUnavailable(error) ? 'warn' : 'error';
      logger[level](
        { error, eventId: event.id },
        'webhook event not handled; left to the reconciler',
      );
      recovery.failed(endpointId, { endpointId, userId }, error);
    } finally {
      turns.recorded(endpoint);
    }
  }

  /** Returns the waiting events of a failing endpoint to the queue. */
  async function giveBack(endpoint: EndpointTurn<ReservedEvent>): Promise<void> {
    const ids = endpoint.events.splice(0).map(({ id }) => id);
    endpoint.mayHaveMore = false;
    await releaseEvents(ids, workerId);
  }

  /** Releases waiting events, and waits for running requests. Call it after `stopping` has aborted. */
  async function close(): Promise<void> {
    recovery.stop();
    for (const { timer } of timers.values()) clearTimeout(timer);
    const waiting = turns.list().filter(({ events }) => events.length > 0);
    for (const endpoint of waiting) await giveBack(endpoint);
    await wakeEndpoints(waiting.map(({ endpointId, userId }) => ({ endpointId, userId })));
    while (running.size > 0) await Promise.allSettled(running);
    turns.close();
    pace.close();
  }

  return { name: 'webhooks', wake, close };
}
