import { expect, test } from 'vitest';
import { fontFiles } from './fonts.ts';
import { openFonts } from './pdf-page.server.ts';

/** How many turns of the event loop work takes. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  await work();
  clearImmediate(counting);
  return turns;
}

test('the first sheet opens each font in a turn of the event loop of its own, and the next one none', async () => {
  const files = new Set(Object.values(fontFiles).flatMap((pieces) => Object.values(pieces)));
  expect(await turnsOf(openFonts)).toBeGreaterThanOrEqual(files.size);
  expect(await turnsOf(openFonts)).toBe(0);
});
