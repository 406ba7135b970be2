import { expect, test } from 'vitest';
import { z } from 'zod';
import { findUnknownField } from './unknown-field.ts';

const schema = z.object({
  name: z.string().transform((text) => text.length),
  parts: z.array(z.object({ text: z.string() })).optional(),
  to: z.union([z.object({ phone: z.string() }), z.object({ email: z.string() })]).optional(),
  labels: z.record(z.string(), z.object({ on: z.boolean() })).optional(),
  anything: z.unknown(),
  open: z.looseObject({ known: z.string() }).optional(),
});

test.each([
  [{ name: 'a', colour: 'red' }, 'colour'],
  [{ name: 'a', parts: [{ text: 'b' }, { text: 'c', colour: 'red' }] }, 'parts.1.colour'],
  [{ to: { phone: '1', fax: '2' } }, 'to.fax'],
  [{ labels: { mine: { on: true, off: true } } }, 'labels.mine.off'],
  [JSON.parse('{"__proto__": {"isAdmin": true}}'), '__proto__'],
  [{ constructor: 1 }, 'constructor'],
  [{ ['x'.repeat(120)]: 1 }, 'x'.repeat(100)],
])('finds an unknown field: %j', (input, param) => {
  expect(findUnknownField(schema, input)).toMatchObject({ code: 'invalid_parameter', param });
});

test.each([
  [{ name: 'a' }],
  [{ to: { phone: '1', email: '2' } }],
  [{ labels: { mine: { on: true } } }],
  [{ anything: { at: [{ all: 1 }] } }],
  [{ open: { known: 'a', other: 'b' } }],
  // These inputs are invalid, but have no unknown field. The schema reports their errors.
  [{ name: ['a', { b: 1 }], parts: 'none' }],
  [{ name: { first: 'a' } }],
  [[{ colour: 'red' }]],
  ['text'],
  [null],
])('reports no field that a schema defines: %j', (input) => {
  expect(findUnknownField(schema, input)).toBeNull();
});

test('every field is unknown to an endpoint without input', () => {
  expect(findUnknownField(null, {})).toBeNull();
  expect(findUnknownField(null, { page: '2' })).toMatchObject({ param: 'page' });
});
