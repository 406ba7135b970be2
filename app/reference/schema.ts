/** As much of JSON Schema, as OpenAPI 3.1 has it, as our document uses. */
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

/** A copy of a part of the document with what its `$ref`s stand for in their places. */
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

/** What a pointer such as `#/components/schemas/Error` leads to. */
const lookUp = (pointer: string, whole: unknown): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce((at, name) => (at as Record<string, unknown> | undefined)?.[name], whole);

/** The schema with null taken out, and whether it was in: `[…, "null"]` and `anyOf` alike. */
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

/** The schemas of which one must fit, if there are several; forms of one object among them. */
export function listVariants(schema: Schema): Schema[] {
  const variants = schema.oneOf ?? schema.anyOf ?? [];
  const { properties } = schema;
  if (!properties) return variants;
  // Forms of one object: each has what it requires, and what no form requires.
  const claimed = new Set(variants.flatMap(({ required }) => required ?? []));
  return variants.map((variant) => {
    const own = Object.entries(properties).filter(
      ([name]) => variant.required?.includes(name) || !claimed.has(name),
    );
    return { type: 'object', ...variant, properties: Object.fromEntries(own) };
  });
}
