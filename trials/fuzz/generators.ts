import fc from 'fast-check';
import type { z } from 'zod';

/** Generates each value with one of several generators, chosen in proportion to their weights. */
export const weighted = <T>(...choices: [weight: number, arbitrary: fc.Arbitrary<T>][]) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** Generates true in one of this many cases, otherwise false. */
export const oneIn = (times: number) =>
  weighted([times - 1, fc.constant(false)], [1, fc.constant(true)]);

const dates = (min: string, max: string) =>
  fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true });

/** Generates mostly times from 2026 to 2030, and sometimes any time with a four-digit year. */
export const timestamps = weighted(
  [4, dates('2026-01-01', '2030-01-01')],
  [1, dates('0001-01-01', '9999-12-31')],
).map((at) => at.toISOString());

export type JsonSchema = z.core.JSONSchema.JSONSchema;

type Document = { components?: { schemas?: Record<string, JsonSchema> } };

/** Generators of valid values by field name, where the schema does not define them. */
export type Hints = Record<string, fc.Arbitrary<unknown>>;

/**
 * Generates values that match a schema.
 *
 * @param hints generators by field name, which are used instead of the schema
 */
export function fitting(
  schema: JsonSchema,
  hints: Hints,
  document: Document = {},
): fc.Arbitrary<unknown> {
  const of = (inner: JsonSchema | boolean = {}) =>
    fitting(typeof inner === 'boolean' ? {} : inner, hints, document);
  if (schema.$ref) {
    const found = document.components?.schemas?.[schema.$ref.replace(/.*\//, '')];
    if (!found) throw new Error(`${schema.$ref} is not in the document`);
    return of(found);
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fc.oneof(...either.map(of));
  if (schema.allOf)
    return fc.tuple(...schema.allOf.map(of)).map((all) => Object.assign({}, ...all));
  const [type = 'any'] = [schema.type].flat();
  const [items] = [schema.items].flat();
  switch (type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(
        ([name, field]) => [name, hints[name] ?? of(field)] as const,
      );
      return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
    }
    case 'array':
      return fc.array(of(items), { minLength: schema.minItems ?? 0, maxLength: 12 });
    case 'string':
      return strings(schema);
    case 'integer':
      return fc.integer(range(schema));
    case 'number':
      return fc.double({ ...range(schema), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function strings({ format, pattern, minLength = 0, maxLength = 60 }: JsonSchema) {
  if (format === 'date-time') return timestamps;
  if (format === 'date') return timestamps.map((moment) => moment.slice(0, 10));
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri') return fc.webUrl();
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  const most = Math.max(minLength, Math.min(maxLength, 60));
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: most }),
    // The shortest and the longest allowed value.
    fc.constantFrom('x'.repeat(minLength), 'x'.repeat(Math.min(maxLength, 2_000))),
  );
}

const range = ({ minimum, exclusiveMinimum, maximum }: JsonSchema) => ({
  min: Math.max(minimum ?? Number(exclusiveMinimum ?? -1_000_000), -1_000_000),
  max: Math.min(maximum ?? 1_000_000, 1_000_000),
});
