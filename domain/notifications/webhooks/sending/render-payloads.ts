import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import type { EventPayload, EventToRender, RenderData } from '../contract.browser.ts';

type Event = EventToRender & { livemode: boolean; data: Record<string, unknown> | null };

/** The payloads of events, by their ids. What an event is about may be deleted: then it is left out. */
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

/** The payload of an event, null if what it is about is deleted; or why it cannot be rendered. */
export type Rendered = { payload: EventPayload | null } | { error: unknown };

/**
 * Renders events of several accounts, in their order. Those that cannot be rendered are found by halving, so that they fail no
 * others.
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
