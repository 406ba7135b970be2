import { expect, test } from 'vitest';
import { pageOf } from './page.browser.ts';

const list = ['d', 'a', 'c', 'b'];
const page = (after: string | null, size = 2) => pageOf(list, (one) => one, after, size);

test('paging shows each entry once, in order, and then ends', () => {
  expect(page(null)).toEqual({ entries: ['a', 'b'], next: 'b' });
  expect(page('b')).toEqual({ entries: ['c', 'd'], next: null });
  expect(page('d')).toEqual({ entries: [], next: null });
  expect(pageOf([], String, null, 2)).toEqual({ entries: [], next: null });
});

test('paging continues after the position of an entry that has been removed', () => {
  expect(page('bb')).toEqual({ entries: ['c', 'd'], next: null });
});
