import { expect, test } from 'vitest';
import { createEndpointLane, maxPerEndpoint, quickMs } from './endpoint-lane.ts';

const quick = { isSuccess: true, isUnreachable: false, durationMs: 20 };

test('an endpoint begins with two requests at once, and gets one more with each quick success', () => {
  const lane = createEndpointLane();
  expect(lane.limit).toBe(2);
  for (let i = 0; i < 30; i += 1) lane.learn(quick);
  expect(lane.limit).toBe(maxPerEndpoint);
});

test('a slow success gives no more requests at once, a failure takes half of them, a timeout all but one', () => {
  const lane = createEndpointLane();
  lane.learn({ ...quick, durationMs: quickMs + 1 });
  expect(lane).toMatchObject({ limit: 2, isSlow: true });
  for (let i = 0; i < 30; i += 1) lane.learn(quick);
  lane.learn({ ...quick, isSuccess: false });
  expect(lane).toMatchObject({ limit: maxPerEndpoint / 2, isSlow: false });
  lane.learn({ isSuccess: false, isUnreachable: true, durationMs: 15_000 });
  expect(lane).toMatchObject({ limit: 1, isSlow: true });
});
