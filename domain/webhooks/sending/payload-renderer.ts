import { createBatch } from '#platform/batch.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import type { EventPayload, EventToRender, RenderData } from '../contract.browser.ts';

/**
 * How old a payload may be, in milliseconds, when its event gets a slot to be posted in; an older one is rendered again.
 * So erased data is in no request that begins more than this time after it was erased.
 */
const freshMs = 1_000;

/** Events of one query. */
const maxAtOnce = 100;

type Event = EventToRender & { livemode: boolean; data: Record<string, unknown> | null };

/** The payloads of events, by their ids. Events whose subject is deleted are left out. */
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

/** The payload of an event, null if its subject is deleted; or the error if it cannot be rendered. */
export type Rendered = { payload: EventPayload | null } | { error: unknown };

/**
 * Renders events of several accounts, in their order. If rendering fails, the list is halved until the failing events are
 * found, so that the others succeed.
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
  /** Renders events of several endpoints, in their order. */
  renderEach: (events: Event[]) => Promise<Rendered[]>;
  /** Milliseconds of a clock that only moves forward. */
  now?: () => number;
};

/**
 * Renders the payloads of events. Those that will be posted soon are rendered ahead, many with one query, so that no event
 * occupies a slot while it waits for a separate query. An event that gets its slot before that query has run is rendered
 * at once: a long backlog of one account delays no event of another.
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
      // For the remaining events no caller waits.
      return events.map((event): Rendered => results.get(event) ?? { payload: null });
    },
    { max: maxAtOnce },
  );

  return {
    /** Begins to render an event that will get a slot soon, unless that has begun. */
    renderAhead(event: Event): void {
      if (known.has(event)) return;
      const rendered = renderLater(event);
      // `render` returns the failure.
      rendered.catch(() => undefined);
      known.set(event, { startedAt: null, rendered });
    },

    /**
     * The payload of an event that has a slot. Call it once for each event.
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
