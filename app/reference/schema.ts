import { formatCount } from '#domain/shared/format.browser.ts';
import type { Constraint, Field, FieldGroup, InputKind } from './contract.ts';

/** The part of JSON Schema (OpenAPI 3.1) that our document uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};

/** Copies a part of the document with its `$ref`s resolved. */
export function resolveRefs<T>(part: T, whole: unknown): T {
  if (Array.isArray(part)) return part.map((item) => resolveRefs(item, whole)) as T;
  if (part === null || typeof part !== 'object') return part;
  const { $ref, ...rest } = part as { $ref?: unknown };
  const copied = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, resolveRefs(value, whole)]),
  );
  if (typeof $ref !== 'string') return copied as T;
  return { ...(resolveRefs(lookUp($ref, whole), whole) as object), ...copied } as T;
}

/** Resolves a pointer such as `#/components/schemas/Error`. */
const lookUp = (pointer: string, whole: unknown): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce((at, name) => (at as Record<string, unknown> | undefined)?.[name], whole);

/**
 * Removes null from a schema, in the forms `[…, "null"]` and `anyOf`, and returns whether the schema
 * allowed null.
 */
export function splitNullable(schema: Schema): { schema: Schema; nullable: boolean } {
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== 'null');
    const nullable = types.length < schema.type.length;
    return { nullable, schema: { ...schema, type: types.length === 1 ? types[0] : types } };
  }
  const { anyOf, ...around } = schema;
  const others = anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const [only] = others;
  if (!anyOf || !only || others.length === anyOf.length) return { schema, nullable: false };
  const inner = others.length === 1 ? only : { anyOf: others };
  return { schema: { ...inner, ...around }, nullable: true };
}

/** The alternatives of a schema. If the schema is one object with variants, each variant becomes a complete object. */
export function listVariants(schema: Schema): Schema[] {
  const variants = schema.oneOf ?? schema.anyOf ?? [];
  const { properties } = schema;
  if (!properties) return variants;
  // Each variant has the properties that it requires, and those that no variant requires.
  const claimed = new Set(variants.flatMap(({ required }) => required ?? []));
  return variants.map((variant) => {
    const own = Object.entries(properties).filter(
      ([name]) => variant.required?.includes(name) || !claimed.has(name),
    );
    return { type: 'object', ...variant, properties: Object.fromEntries(own) };
  });
}

/** Which fields of an object its example contains: all fields, or only required fields and fields with a default. */
type ExampleDetail = 'whole' | 'usual';

/** Fallback examples, for schemas that have none. */
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

/** The fields of an object, or of the objects in a list, with a group per variant. */
export function toGroups(given: Schema): FieldGroup[] {
  const { schema } = splitNullable(given);
  const inner = schema.items ? splitNullable(schema.items).schema : schema;
  if (inner !== schema) return toGroups(inner);
  const variants = listVariants(schema).filter(({ properties }) => properties);
  if (variants.length > 0) {
    return variants.map((variant) => ({ title: pickTitle(variant), fields: toFieldList(variant) }));
  }
  const fields = toFieldList(schema);
  return fields.length > 0 ? [{ title: null, fields }] : [];
}

function toFieldList({ properties = {}, required = [], additionalProperties }: Schema): Field[] {
  const named = Object.entries(properties).map(([name, schema]) =>
    toField(name, schema, required.includes(name)),
  );
  // If the document describes fields of any name, one field `{any name}` stands for them.
  const others = typeof additionalProperties === 'object' ? additionalProperties : {};
  const open = Object.keys(others).length > 0;
  return open ? [...named, toField('{any name}', others, false)] : named;
}

/** The title of a variant, or the constant field that distinguishes it. */
function pickTitle({ title, properties = {} }: Schema): string | null {
  const [constant] = Object.entries(properties).filter(
    ([, { const: value }]) => value !== undefined,
  );
  return title ?? (constant ? `${constant[0]}: ${JSON.stringify(constant[1].const)}` : null);
}

/** The largest safe integer, which zod writes as the maximum of any integer. */
const noLimit = Number.MAX_SAFE_INTEGER;

/** Describes the constraints of a schema besides its type. */
function describeConstraints(schema: Schema): Constraint[] {
  const found: (Constraint | null)[] = [
    range(schema.minLength, schema.maxLength, 'characters'),
    range(bound(schema.minimum), bound(schema.maximum), ''),
    range(schema.minItems, schema.maxItems, 'entries'),
    schema.enum ? { words: 'One of', values: schema.enum.map(String) } : null,
    schema.const !== undefined ? { words: 'Always', values: [JSON.stringify(schema.const)] } : null,
    schema.format === 'date-time' ? { words: 'Date and time in ISO 8601', values: [] } : null,
    schema.format === 'uri' ? { words: 'A URL', values: [] } : null,
    // A known format was described above, and the pattern would only repeat it.
    schema.pattern && schema.format === undefined
      ? { words: 'Matches', values: [schema.pattern] }
      : null,
    schema.default !== undefined
      ? { words: 'Default', values: [JSON.stringify(schema.default)] }
      : null,
  ];
  return found.filter((constraint) => constraint !== null);
}

const bound = (limit: number | undefined) =>
  limit !== undefined && Math.abs(limit) < noLimit ? limit : undefined;

function range(min: number | undefined, max: number | undefined, of: string): Constraint | null {
  const toConstraint = (words: string) => ({ words: `${words} ${of}`.trim(), values: [] });
  if (min !== undefined && max !== undefined)
    return toConstraint(`${formatCount(min)} to ${formatCount(max)}`);
  if (min !== undefined) return toConstraint(`At least ${formatCount(min)}`);
  return max === undefined ? null : toConstraint(`At most ${formatCount(max)}`);
}

/** Prepares a field for display. */
export function toField(name: string, given: Schema, required: boolean): Field {
  const { schema, nullable } = splitNullable(given);
  const groups = toGroups(schema);
  const example = buildExample(given);
  return {
    name,
    type: describeType(schema) + (nullable ? ' or null' : ''),
    required,
    description: given.description ?? null,
    constraints: describeConstraints(schema),
    example: groups.length > 0 ? null : toText(example),
    control: pickControl(schema),
    groups,
  };
}

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function describeType(schema: Schema): string {
  if (schema.items) return `array of ${describeType(splitNullable(schema.items).schema)}s`;
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  return schema.type ?? 'object';
}

function pickControl(schema: Schema): InputKind {
  const one = schema.const === undefined ? [] : [schema.const];
  const options = (schema.enum ?? one).map(String);
  if (options.length > 0) return { kind: 'choice', options };
  if (schema.format === 'password') return { kind: 'password' };
  if (schema.type === 'boolean') return { kind: 'choice', options: ['true', 'false'] };
  if (schema.type === 'integer' || schema.type === 'number') return { kind: 'number' };
  return { kind: schema.type === 'string' ? 'text' : 'json' };
}
