import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { beginAttempt, untilLoaded } from './route-modules.ts';

test('loading many parts of a page at once leaves no event listeners behind', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => warnings.push(message);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));

  for (let i = 0; i < 20; i += 1) await untilLoaded(async () => 'a part');
  await nextTurn();

  expect(warnings).toEqual([]);
});

test('a part that failed to load is retried by the next request', async () => {
  let tries = 0;
  const part = untilLoaded(async () => {
    tries += 1;
    if (tries < 3) throw new TypeError('no connection');
    return 'the part';
  });
  for (const tried of [1, 2]) {
    await nextTurn();
    expect(tries).toBe(tried);
    beginAttempt();
  }
  expect(await part).toBe('the part');
});
