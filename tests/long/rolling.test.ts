import { expect, test } from 'vitest';
import { rollingRestart } from '#trials/chaos/rolling.ts';

test('no message is lost or duplicated and no request fails during restarts and crashes of all parts under load', async () => {
  const lines: string[] = [];
  const result = await rollingRestart({
    callers: 8,
    rounds: 1,
    replicas: false,
    outages: [{ nodes: [1], ms: 1_000 }],
    crashes: 2,
    drainSeconds: 1,
    callDelayMs: 250,
    log: (line) => lines.push(line),
  });
  expect(result.problems, lines.join('\n')).toEqual([]);
  expect(result.restarts).toBe(5);
  expect(result.answers.unavailable).toBeGreaterThan(0);
  expect(result.states.delivered).toBeGreaterThan(100);
}, 180_000);
