import { listVariants, type Schema, splitNullable } from './schema.ts';

/**
 * The fields of an object that an example has: all fields, or only required fields and fields with a
 * default.
 */
export type ExampleDetail = 'whole' | 'usual';

/** Examples for schemas without an example. */
const fillers: Record<string, unknown> = {
  string: 'text',
  integer: 1,
  number: 1,
  boolean: true,
  null: null,
};

const formats: Record<string, string> = {
  'date-time': '2026-04-06T09:30:00.000Z',
  uri: 'https://dakiya.example/',
  // The value that curl uses for a file of a form.
  binary: '@templates.xlsx',
};

/**
 * Builds an example of a schema: the declared one, or one made of the examples of its parts. A list of
 * variants gets one example of each. `usual` omits optional fields, unless all fields are optional.
 */
export function buildExample(given: Schema, extent: ExampleDetail = 'whole'): unknown {
  if ('example' in given) return given.example;
  const { schema, nullable } = splitNullable(given);
  if ('example' in schema) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const [variant] = listVariants(schema);
  if (variant) return buildExample(variant, extent);
  if (schema.properties) return buildObjectExample(schema, extent);
  if (schema.items) return buildListExample(schema.items);
  if (nullable) return null;
  const type = typeof schema.type === 'string' ? schema.type : 'object';
  return formats[schema.format ?? ''] ?? (type in fillers ? fillers[type] : {});
}

function buildObjectExample({ properties = {}, required = [] }: Schema, extent: ExampleDetail) {
  const named = Object.entries(properties);
  const usual = named.filter(
    ([name, { default: preset }]) => required.includes(name) || preset !== undefined,
  );
  const included = extent === 'whole' || usual.length === 0 ? named : usual;
  return Object.fromEntries(included.map(([name, field]) => [name, buildExample(field)]));
}

function buildListExample(items: Schema): unknown[] {
  const variants = listVariants(items);
  return (variants.length > 0 ? variants : [items]).map((item) => buildExample(item));
}
