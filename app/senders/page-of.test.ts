import { expect, test } from 'vitest';
import { pageOf } from './page-of.ts';

const list = ['d', 'a', 'c', 'b'];
const page = (after: string | null, size = 2) => pageOf(list, (one) => one, after, size);

test('shows each entry once, in order, and ends', () => {
  expect(page(null)).toEqual({ entries: ['a', 'b'], next: 'b' });
  expect(page('b')).toEqual({ entries: ['c', 'd'], next: null });
  expect(page('d')).toEqual({ entries: [], next: null });
  expect(pageOf([], String, null, 2)).toEqual({ entries: [], next: null });
});

test('continues after a removed entry', () => {
  expect(page('bb')).toEqual({ entries: ['c', 'd'], next: null });
});
