import { createBatch } from '#platform/batch.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import type { EventPayload, EventToRender, RenderData } from '../contract.browser.ts';

/**
 * How old a payload may be, in milliseconds, when its event gets a slot. An older payload is rendered again. So erased data is
 * in no request that begins more than this time after the erasure.
 */
const freshMs = 1_000;

/** Maximum number of events per query. */
const maxAtOnce = 100;

type Event = EventToRender & { livemode: boolean; data: Record<string, unknown> | null };

/** Renders the payloads of events, and returns them by event id. Events whose subject is deleted are left out. */
export async function renderPayloads(
  events: Event[],
  renderData: RenderData,
): Promise<Map<string, EventPayload>> {
  const rendered = await renderData(events.filter(({ data }) => data === null));
  return new Map(
    events.flatMap(({ id, type, at, livemode, data: own }) => {
      const data = own ?? rendered.get(id);
      return data ? [[id, { type, timestamp: at.toISOString(), livemode, data }] as const] : [];
    }),
  );
}

/** The payload of an event (null if its subject is deleted), or the error if it cannot be rendered. */
export type Rendered = { payload: EventPayload | null } | { error: unknown };

/**
 * Renders events of several accounts, and returns the results in the same order. If rendering fails, the list is halved until
 * the failing events are found, so that the other events succeed.
 *
 * @throws if the database is unavailable
 */
export async function renderEach(events: Event[], renderData: RenderData): Promise<Rendered[]> {
  const toRendered = (payloads: Map<string, EventPayload>) =>
    events.map(({ id }) => ({ payload: payloads.get(id) ?? null }));
  try {
    return toRendered(await renderPayloads(events, renderData));
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    if (events.length === 1) return [{ error }];
    const half = Math.ceil(events.length / 2);
    const first = await renderEach(events.slice(0, half), renderData);
    return [...first, ...(await renderEach(events.slice(half), renderData))];
  }
}

type Ahead = {
  /** When the query began; null until then. */
  startedAt: number | null;
  rendered: Promise<Rendered>;
};

type Options<Event> = {
  /** Renders events of several endpoints, and returns the results in the same order. */
  renderEach: (events: Event[]) => Promise<Rendered[]>;
  /** Milliseconds of a clock that only moves forward. */
  now?: () => number;
};

/**
 * Renders the payloads of events. Events that will be posted soon are rendered ahead, many with one query, so that an event
 * does not occupy a slot during a query. If an event gets a slot before the shared query has started, the event is rendered at
 * once, so that a long backlog of one account does not delay events of another account.
 */
export function createPayloadRenderer<Event extends object>({
  renderEach,
  now = () => performance.now(),
}: Options<Event>) {
  const known = new WeakMap<Event, Ahead>();

  const renderAtOnce = createBatch(renderEach, { max: maxAtOnce });

  const renderLater = createBatch(
    async (events: Event[]) => {
      const left = events.filter((event) => known.has(event));
      for (const event of left) {
        const ahead = known.get(event);
        if (ahead) ahead.startedAt = now();
      }
      const rendered = left.length > 0 ? await renderEach(left) : [];
      const results = new Map(left.map((event, i) => [event, rendered[i] as Rendered]));
      // No caller waits for the remaining events, because `render` has already been called for them.
      return events.map((event): Rendered => results.get(event) ?? { payload: null });
    },
    { max: maxAtOnce },
  );

  return {
    /** Starts rendering an event that will get a slot soon, unless it has already been started. */
    renderAhead(event: Event): void {
      if (known.has(event)) return;
      const rendered = renderLater(event);
      // `render` returns this promise, so its caller sees the failure.
      rendered.catch(() => undefined);
      known.set(event, { startedAt: null, rendered });
    },

    /**
     * Renders an event that has a slot. Call it once per event.
     *
     * @throws if the database is unavailable
     */
    render(event: Event): Promise<Rendered> {
      const ahead = known.get(event);
      known.delete(event);
      const isFresh = ahead && ahead.startedAt !== null && now() - ahead.startedAt <= freshMs;
      return isFresh ? ahead.rendered : renderAtOnce(event);
    },
  };
}
