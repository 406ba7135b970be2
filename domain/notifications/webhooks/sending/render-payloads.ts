import type { EventPayload, EventToRender, RenderData } from '../contract.ts';

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
