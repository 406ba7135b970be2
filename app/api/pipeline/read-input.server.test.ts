import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countFields } from './read-input.server.ts';

const count = (text: string) => countFields(new TextEncoder().encode(text));

/** Counts the fields of the parsed value. */
function fieldsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, part) => sum + fieldsOf(part), own);
}

test('counts the fields of all objects at any depth, and ignores text within strings', () => {
  expect(count('{"a":1,"b":{"c":"d:e\\":f\\\\","न:":[{"g":":"}]}}')).toBe(5);
  const keys = fc.string({ unit: fc.constantFrom(...'a:"\\{न') });
  const values = fc.jsonValue({ maxDepth: 4 });
  fc.assert(
    fc.property(fc.dictionary(keys, fc.oneof(values, keys)), (value) => {
      expect(count(JSON.stringify(value))).toBe(fieldsOf(JSON.parse(JSON.stringify(value))));
    }),
  );
});

test('counts the fields of a text that is not JSON without throwing an error', () => {
  expect(['', '"', '"\\', ':::', '{"a":'].map(count)).toEqual([0, 0, 0, 3, 1]);
});
