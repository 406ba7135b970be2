import { expect, test } from 'vitest';
import { runChaos } from '#trials/chaos/chaos.ts';

test('200 random faults under load cause no lost or duplicate message and no error 500, and the counted quota stays exact', async () => {
  const lines: string[] = [];
  // The callers make fewer calls than in `npm run chaos`, because other tests run on the same cores.
  const options = { seed: 1, faults: 200, callDelayMs: 250 };
  const result = await runChaos({ ...options, log: (line) => lines.push(line) });
  expect(result.problems, lines.join('\n')).toEqual([]);
  expect(result.answers.outOfMessages.size).toBe(1);
  expect(result.answers.outOfCalls.size).toBe(1);
  expect(result.states.delivered).toBeGreaterThan(100);
}, 300_000);
