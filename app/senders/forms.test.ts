import { expect, test } from 'vitest';
import { parseSlotList } from './forms.ts';

test('reads slot types in order, with the optional maximum length of a value', () => {
  expect(parseSlotList(' numeric 6,var , url  60')).toEqual([
    { position: 1, type: 'numeric', max: 6 },
    { position: 2, type: 'var' },
    { position: 3, type: 'url', max: 60 },
  ]);
  expect(parseSlotList('  ')).toEqual([]);
});

test.each(['text', 'Numeric', 'numeric 6 7', 'numeric 0', 'numeric,,url', 'numeric 99999'])(
  'rejects %j, and names the slot',
  (typed) => {
    const problem = expect.stringMatching(/^Please write slot [12] as one of var, numeric,/);
    expect(parseSlotList(typed)).toEqual({ problem });
  },
);

test('rejects more slots than a body may have', () => {
  const typed = Array.from({ length: 51 }, () => 'var').join();
  expect(parseSlotList(typed)).toEqual({ problem: 'A text has at most 50 slots.' });
});
