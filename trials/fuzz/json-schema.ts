import fc from 'fast-check';

/** The parts of JSON Schema that the product's schemas use. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
};

type Document = { components?: { schemas?: Record<string, JsonSchema> } };

/** Generators of valid values by field name, where the schema does not define them. */
export type Hints = Record<string, fc.Arbitrary<unknown>>;

/**
 * Generates values that match a schema.
 *
 * @param hints by field name; they override the schema
 */
export function fitting(
  schema: JsonSchema,
  hints: Hints,
  document: Document = {},
): fc.Arbitrary<unknown> {
  const of = (inner: JsonSchema): fc.Arbitrary<unknown> => fitting(inner, hints, document);
  if (schema.$ref) return of(resolve(schema.$ref, document));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fc.oneof(...either.map(of));
  if (schema.allOf)
    return fc.tuple(...schema.allOf.map(of)).map((all) => Object.assign({}, ...all));
  const [type] = [schema.type ?? 'any'].flat();
  switch (type) {
    case 'object':
      return objects(schema, hints, document);
    case 'array':
      return fc.array(of(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 12 });
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

function objects(schema: JsonSchema, hints: Hints, document: Document): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, hints[name] ?? fitting(field, hints, document)] as const,
  );
  return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
}

function strings({
  format,
  pattern,
  minLength = 0,
  maxLength = 60,
}: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date-time') return timestamps;
  if (format === 'date') return timestamps.map((moment) => moment.slice(0, 10));
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri') return fc.webUrl();
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  return fc.oneof(
    fc.string({
      unit: 'grapheme',
      minLength,
      maxLength: Math.max(minLength, Math.min(maxLength, 60)),
    }),
    // The shortest and the longest allowed value.
    fc.constantFrom('x'.repeat(minLength), 'x'.repeat(Math.min(maxLength, 2_000))),
  );
}

/** Times from 2026 to 2030, and any time with a four-digit year. */
export const timestamps: fc.Arbitrary<string> = fc
  .oneof(
    {
      weight: 4,
      arbitrary: fc.date({
        min: new Date('2026-01-01'),
        max: new Date('2030-01-01'),
        noInvalidDate: true,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.date({
        min: new Date('0001-01-01'),
        max: new Date('9999-12-31'),
        noInvalidDate: true,
      }),
    },
  )
  .map((at) => at.toISOString());

const range = ({ minimum, exclusiveMinimum, maximum }: JsonSchema) => ({
  min: Math.max(minimum ?? exclusiveMinimum ?? -1_000_000, -1_000_000),
  max: Math.min(maximum ?? 1_000_000, 1_000_000),
});

function resolve(ref: string, { components }: Document): JsonSchema {
  const found = components?.schemas?.[ref.replace('#/components/schemas/', '')];
  if (!found) throw new Error(`${ref} is not in the document`);
  return found;
}
