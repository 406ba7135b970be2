import { expect, test } from 'vitest';
import { takeNextToRender } from './render-window.ts';

const anEndpoint = (count: number, active: number) => ({
  events: Array.from({ length: count }, (_, i) => ({ i, maxPerSecond: null as number | null })),
  ...{ ahead: 0, active, lane: { isSlow: false } },
});

/** An event has got its place. */
function post(endpoint: ReturnType<typeof anEndpoint>): void {
  endpoint.events.shift();
  endpoint.ahead = Math.max(0, endpoint.ahead - 1);
}

test('names each event once, many at a time, before it gets its place', () => {
  const endpoint = anEndpoint(500, 20);
  const named: number[] = [];
  let times = 0;
  while (endpoint.events.length > 0) {
    const next = takeNextToRender(endpoint);
    if (next.length > 0) times += 1;
    named.push(...next.map(({ i }) => i));
    expect(named).toContain(endpoint.events[0]?.i);
    post(endpoint);
  }
  expect(named).toEqual(Array.from({ length: 500 }, (_, i) => i));
  expect(times).toBeLessThan(20);
});

test('names none of an endpoint that is slow or has a rate', () => {
  const endpoint = anEndpoint(10, 1);
  expect(takeNextToRender({ ...endpoint, lane: { isSlow: true } })).toEqual([]);
  const limited = endpoint.events.map((event) => ({ ...event, maxPerSecond: 5 }));
  expect(takeNextToRender({ ...endpoint, events: limited })).toEqual([]);
  expect(takeNextToRender(endpoint)).toHaveLength(4);
});
