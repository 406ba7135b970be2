import { expect, test } from 'vitest';
import type { RenderData } from '../contract.browser.ts';
import { createPayloadRenderer, type Rendered, renderEach } from './payload-renderer.ts';

type Event = { id: string };

const eventsOf = (name: string, count: number): Event[] =>
  Array.from({ length: count }, (_, i) => ({ id: `${name}${i}` }));

const payloadOf = ({ id }: Event, time = 0): Rendered => ({
  payload: { type: 'ping', timestamp: '', livemode: true, data: { id, time } },
});

/** Creates a renderer with a clock that the test controls. `queries` lists the events of each query. */
function aRenderer(before: (events: Event[]) => Promise<void> = async () => undefined) {
  const queries: string[][] = [];
  const clock = { ms: 0 };
  const renderer = createPayloadRenderer<Event>({
    now: () => clock.ms,
    async renderEach(events) {
      queries.push(events.map(({ id }) => id));
      const time = clock.ms;
      await before(events);
      return events.map((event) => payloadOf(event, time));
    },
  });
  return { ...renderer, queries, clock };
}

test('events are rendered in advance with one query, and each event gets the right payload', async () => {
  const { renderAhead, render, queries } = aRenderer();
  const events = eventsOf('a', 60);
  for (const event of events) renderAhead(event);
  for (const event of events) renderAhead(event);
  await new Promise(setImmediate);
  expect(await Promise.all(events.map(render))).toEqual(events.map((event) => payloadOf(event)));
  expect(queries).toEqual([events.map(({ id }) => id)]);
});

test('an event is rendered again if its payload is more than a second old when the event gets a slot', async () => {
  const { renderAhead, render, queries, clock } = aRenderer();
  const [fresh, old] = eventsOf('a', 2) as [Event, Event];
  renderAhead(fresh);
  renderAhead(old);
  await new Promise(setImmediate);
  clock.ms = 1_000;
  expect(await render(fresh)).toEqual(payloadOf(fresh, 0));
  clock.ms = 1_001;
  expect(await render(old)).toEqual(payloadOf(old, 1_001));
  expect(queries).toEqual([['a0', 'a1'], ['a1']]);
});

test('an event that gets a slot does not wait until other events are rendered in advance', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { renderAhead, render, queries } = aRenderer((events) =>
    events.some(({ id }) => id.startsWith('busy')) ? held : Promise.resolve(),
  );
  const busy = eventsOf('busy', 250);
  for (const event of busy) renderAhead(event);
  const [alone] = eventsOf('alone', 1) as [Event];
  renderAhead(alone);
  await new Promise(setImmediate);
  expect(await render(alone)).toEqual(payloadOf(alone));
  release();
  expect(await Promise.all(busy.map(render))).toHaveLength(250);
  // The event was rendered only once.
  expect(queries.flat().filter((id) => id === alone.id)).toHaveLength(1);
});

test('if rendering in advance fails, the failure is reported when the event gets its slot, and not as an unhandled rejection', async () => {
  const { renderAhead, render } = aRenderer(() => Promise.reject(new Error('PostgreSQL is away')));
  const [event] = eventsOf('a', 1) as [Event];
  renderAhead(event);
  await new Promise(setImmediate);
  await expect(render(event)).rejects.toThrow('PostgreSQL is away');
});

const eventOf = (id: string) => ({
  ...{ id, userId: 'usr_1', type: 'message.sent' as const, subjectId: 'msg_1', at: new Date(0) },
  ...{ version: 1, reason: null, includesText: true, livemode: true, data: null },
});

test('one event that cannot be rendered does not fail the other 99 events, and is found with few calls', async () => {
  const events = Array.from({ length: 100 }, (_, i) => eventOf(`evt_${i}`));
  let calls = 0;
  const renderData: RenderData = async (asked) => {
    calls += 1;
    if (asked.some(({ id }) => id === 'evt_42')) throw new TypeError('no such field');
    return new Map(asked.map(({ id }) => [id, { id }]));
  };
  const rendered = await renderEach(events, renderData);
  expect(rendered).toHaveLength(100);
  for (const [i, one] of rendered.entries()) {
    if (i === 42) expect(one).toEqual({ error: expect.any(TypeError) });
    else expect(one).toMatchObject({ payload: { data: { id: `evt_${i}` } } });
  }
  expect(calls).toBeLessThan(20);
});

test('an event whose subject was deleted has no payload and no error', async () => {
  expect(await renderEach([eventOf('evt_1')], async () => new Map())).toEqual([{ payload: null }]);
});
