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

/** The alternatives of a schema. Variants of one object become whole objects. */
export function listVariants(schema: Schema): Schema[] {
  const variants = schema.oneOf ?? schema.anyOf ?? [];
  const { properties } = schema;
  if (!properties) return variants;
  // Variants of one object. Each has the properties that it requires, and those that no variant requires.
  const claimed = new Set(variants.flatMap(({ required }) => required ?? []));
  return variants.map((variant) => {
    const own = Object.entries(properties).filter(
      ([name]) => variant.required?.includes(name) || !claimed.has(name),
    );
    return { type: 'object', ...variant, properties: Object.fromEntries(own) };
  });
}
