import { createBatch } from '#platform/batch.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import type { EventPayload, EventToRender, RenderData } from '../contract.browser.ts';

/**
 * How old a payload may be, in milliseconds, when its event gets a slot. An older payload is rendered again. So requests
 * that begin later than this after an erasure contain no erased data.
 */
const freshMs = 1_000;

/** Maximum number of events per query. */
const maxAtOnce = 100;

type Event = EventToRender & { livemode: boolean; data: Record<string, unknown> | null };

/** Renders the payloads of events, and returns them by event id. Events with a deleted subject are omitted. */
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

/** The payload of an event, null if its subject is deleted, or the error if it cannot be rendered. */
export type Rendered = { payload: EventPayload | null } | { error: unknown };

/**
 * Renders events of several accounts, and returns the results in the same order. If rendering fails, halves the list until
 * it has found the failing events, so that the others succeed.
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
 * Renders the payloads of events. One query renders many of the next events in advance, so that these events do not
 * occupy a slot during the query. An event that gets a slot before this query has started is rendered immediately, so
 * that one account's backlog does not delay the events of another.
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
      // An event without a result here was rendered by `render` itself, so no caller waits for this promise.
      return events.map((event): Rendered => results.get(event) ?? { payload: null });
    },
    { max: maxAtOnce },
  );

  return {
    /** Starts rendering an event that will soon get a slot, unless rendering has started. */
    renderAhead(event: Event): void {
      if (known.has(event)) return;
      const rendered = renderLater(event);
      // `render` returns this promise, so its caller handles the failure.
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
