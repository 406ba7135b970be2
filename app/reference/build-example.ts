import { listVariants, type Schema, splitNullable } from './schema.ts';

/** What is shown of an object: all its fields, or what one sends who sends nothing special. */
export type ExampleDetail = 'whole' | 'usual';

/** For what has no example of its own. */
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
};

/**
 * A value that fits a schema: its own example if it has one, else made of the examples of its
 * parts. A list of variants has one of each. `usual` leaves out what is optional, unless all is.
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
  if (schema.properties) return exampleOfObject(schema, extent);
  if (schema.items) return exampleOfList(schema.items);
  if (nullable) return null;
  const type = typeof schema.type === 'string' ? schema.type : 'object';
  return formats[schema.format ?? ''] ?? (type in fillers ? fillers[type] : {});
}

function exampleOfObject({ properties = {}, required = [] }: Schema, extent: ExampleDetail) {
  const named = Object.entries(properties);
  const usual = named.filter(
    ([name, { default: preset }]) => required.includes(name) || preset !== undefined,
  );
  const shown = extent === 'whole' || usual.length === 0 ? named : usual;
  return Object.fromEntries(shown.map(([name, field]) => [name, buildExample(field)]));
}

function exampleOfList(items: Schema): unknown[] {
  const variants = listVariants(items);
  return (variants.length > 0 ? variants : [items]).map((item) => buildExample(item));
}
