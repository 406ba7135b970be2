import { expect, test } from 'vitest';
import { readFields } from './read-form.server.ts';

test('a field that occurs several times becomes a list, and field names cannot modify the object’s prototype', () => {
  expect({ ...readFields('a=1&b=2&a=3&a=4&__proto__=x') }).toEqual({
    ...{ a: ['1', '3', '4'], b: '2' },
    ['__proto__']: 'x',
  });
});

test('a form of 64 KiB with one repeated field is read in linear time', () => {
  const form = 'a=&'.repeat(21_845);
  const began = performance.now();
  expect(readFields(form).a).toHaveLength(21_845);
  expect(performance.now() - began).toBeLessThan(500);
});
