import { expect, test } from 'vitest';
import { selectTests } from './selection.ts';

test('without arguments, neither the further nor the long tests are selected', async () => {
  const [usual, more, all] = await Promise.all([
    selectTests([]),
    selectTests(['further', 'long']),
    selectTests(['rules', 'parts', 'product', 'further', 'long']),
  ]);
  expect(usual.files + more.files).toBe(all.files);
  expect(more.files).toBeGreaterThan(0);
});
