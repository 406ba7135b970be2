import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { beginAttempt } from './route-modules.ts';
import { untilLoaded } from './until-loaded.ts';

test('loads many parts of a page without leaving listeners behind, which Node would warn about', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => warnings.push(message);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));

  for (let i = 0; i < 20; i += 1) await untilLoaded(async () => 'a part');
  await nextTurn();

  expect(warnings).toEqual([]);
});

test('loads a part that failed again with the next request', async () => {
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
