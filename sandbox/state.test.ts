import { expect, it } from 'vitest';
import { RecentMap } from './state.ts';

it('a full store keeps the newest keys, and drops only much older keys', () => {
  const map = new RecentMap<number, string>(10);
  for (let key = 0; key < 100; key += 1) map.set(key, `value ${key}`);
  for (let key = 90; key < 100; key += 1) expect(map.get(key)).toBe(`value ${key}`);
  expect(map.get(75)).toBeUndefined();
});
