import { expect, test } from 'vitest';
import { memoize } from './instance.ts';

test('a memoized value is created at its first use, and only once', () => {
  const made: string[] = [];
  const get = memoize((name) => made.push(name));
  expect(made).toEqual([]);
  expect([get('a'), get('b'), get('a')]).toEqual([1, 2, 1]);
  expect(made).toEqual(['a', 'b']);
});

test('if the creation of a memoized value fails, the next use tries to create it again', () => {
  let tries = 0;
  const get = memoize(() => {
    tries += 1;
    if (tries === 1) throw new Error('not yet');
    return tries;
  });
  expect(() => get('a')).toThrow('not yet');
  expect(get('a')).toBe(2);
});
