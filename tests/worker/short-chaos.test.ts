import { expect, test } from 'vitest';
import { runChaos } from '#trials/chaos/chaos.ts';

test('a few random faults under load cause no lost or duplicate message and no error 500, and the counted quota stays exact', async () => {
  const lines: string[] = [];
  const options = { seed: 1, faults: 12, callDelayMs: 250 };
  const result = await runChaos({ ...options, log: (line) => lines.push(line) });
  expect(result.problems, lines.join('\n')).toEqual([]);
  // How many messages are delivered depends on the speed of the machine.
  expect(result.states.delivered).toBeGreaterThan(5);
}, 120_000);
