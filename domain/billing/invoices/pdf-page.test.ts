import { expect, test } from 'vitest';
import { countTurns } from '#platform/count-turns.test-support.ts';
import { fontFiles, openFonts } from './pdf-page.ts';

test('yields to the event loop before each font when it prepares the first invoice page, and loads no font for the next page', async () => {
  const files = new Set(Object.values(fontFiles).flatMap((pieces) => Object.values(pieces)));
  expect(await countTurns(openFonts)).toBeGreaterThanOrEqual(files.size);
  expect(await countTurns(openFonts)).toBe(0);
});
