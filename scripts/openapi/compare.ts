/** A JSON schema in the document, with the keywords that the comparison supports. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  [keyword: string]: unknown;
};

type Content = Record<string, { schema?: Schema }>;

export type Parameter = { name: string; in: string; required?: boolean; schema?: Schema };

export type Response = { headers?: Record<string, { schema?: Schema }>; content?: Content };

export type Operation = {
  operationId?: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Response>;
};

/** The parts of an OpenAPI 3.1 document that clients rely on. */
export type OpenApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
};

/**
 * Finds the changes that break clients of the old document, and returns a sentence for each. These are removals, new
 * requirements, requests that accept fewer values, and responses that may contain more values. Additions do not break
 * clients.
 */
export function compareDocuments(old: OpenApiDocument, now: OpenApiDocument): string[] {
  const resolvers = { resolveOld: resolver(old), resolveNew: resolver(now) };
  return Object.entries(old.paths).flatMap(([path, methods]) => {
    const successors = now.paths[path];
    if (!successors) return [`${path} is gone`];
    return Object.entries(methods).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const successor = successors[method];
      if (!successor) return [`${name} is gone`];
      return compareOperations(operation, successor, resolvers).map((what) => `${name}: ${what}`);
    });
  });
}

type Resolvers = Omit<Sides, 'direction'>;

/** Resolves the `$ref`s of a document. They refer only to schemas of the same document. */
function resolver({ components }: OpenApiDocument) {
  return function resolve(schema: Schema): Schema {
    if (!schema.$ref) return schema;
    const found = components?.schemas?.[schema.$ref.replace('#/components/schemas/', '')];
    if (!found) throw new Error(`The OpenAPI document has no ${schema.$ref}`);
    return resolve(found);
  };
}

function compareOperations(old: Operation, now: Operation, resolvers: Resolvers): string[] {
  const renamed = old.operationId !== now.operationId;
  return [
    // Generated clients name their functions after the operationId.
    ...(renamed ? [`operationId ${old.operationId} is now ${now.operationId}`] : []),
    ...compareSecurity(old, now),
    ...compareParameters(old, now, { ...resolvers, direction: 'request' }),
    ...compareBodies(old, now, { ...resolvers, direction: 'request' }),
    ...compareResponses(old, now, { ...resolvers, direction: 'response' }),
  ];
}

/**
 * Compares the authentication methods. Each old method must still be accepted. An empty list means that no authentication is
 * needed.
 */
function compareSecurity({ security: old = [] }: Operation, { security: now = [] }: Operation) {
  const toName = (schemes: Record<string, string[]>) => Object.keys(schemes).sort().join(' + ');
  const ways = now.map(toName);
  if (ways.length === 0) return [];
  if (old.length === 0) return [`it needs ${ways.join(' or ')}`];
  return old
    .map(toName)
    .filter((way) => !ways.includes(way))
    .map((way) => `${way} no longer lets in`);
}

function compareParameters(old: Operation, now: Operation, sides: Sides): string[] {
  const toName = ({ in: place, name }: Parameter) => `${place} parameter ${name}`;
  const before = new Map(old.parameters?.map((parameter) => [toName(parameter), parameter]));
  const after = new Map(now.parameters?.map((parameter) => [toName(parameter), parameter]));
  const newly = [...after].filter(
    ([name, { required }]) => required && !before.get(name)?.required,
  );
  return [
    ...[...before].flatMap(([name, { schema = {} }]) => {
      const successor = after.get(name);
      if (!successor) return [`${name} is gone`];
      return compareSchemas(schema, successor.schema ?? {}, name, sides);
    }),
    ...newly.map(([name]) => `${name} is required`),
  ];
}

function compareBodies(old: Operation, now: Operation, sides: Sides): string[] {
  if (!now.requestBody) return old.requestBody ? ['request is gone'] : [];
  const newly = now.requestBody.required && !old.requestBody?.required;
  return [
    ...(newly ? ['request is required'] : []),
    ...compareContents(old.requestBody?.content, now.requestBody.content, 'request', sides),
  ];
}

function compareResponses(old: Operation, now: Operation, sides: Sides): string[] {
  return Object.entries(old.responses).flatMap(([status, { content, headers = {} }]) => {
    const successor = now.responses[status];
    if (!successor) return [`status ${status} is gone`];
    return [
      ...compareHeaders(headers, successor.headers ?? {}, status, sides),
      ...compareContents(content, successor.content, `response ${status}`, sides),
    ];
  });
}

type Headers = NonNullable<Response['headers']>;

function compareHeaders(old: Headers, now: Headers, status: string, sides: Sides): string[] {
  return Object.entries(old).flatMap(([name, { schema = {} }]) => {
    const successor = now[name];
    const at = `header ${name} of ${status}`;
    if (!successor) return [`${at} is gone`];
    return compareSchemas(schema, successor.schema ?? {}, at, sides);
  });
}

function compareContents(
  old: Response['content'] = {},
  now: Response['content'] = {},
  at: string,
  sides: Sides,
): string[] {
  return Object.entries(old).flatMap(([type, { schema = {} }]) => {
    const successor = now[type];
    if (!successor) return [`${at} as ${type} is gone`];
    return compareSchemas(schema, successor.schema ?? {}, at, sides);
  });
}

type Resolve = (schema: Schema) => Schema;

/** How to compare two schemas. Each function resolves the `$ref`s of its document. */
export type Sides = {
  /** A request must accept at least the previous values, and a response must contain no new ones. */
  direction: 'request' | 'response';
  resolveOld: Resolve;
  resolveNew: Resolve;
};

/** The keywords that set a lower or an upper limit. */
const lowest = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems'];
const highest = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems'];

/**
 * Finds the changes that break callers of the old schema, and returns a sentence for each.
 *
 * Supports the keywords that our document uses. A new value of an enum and a new form of an object count as additions. A schema
 * that contains itself is not supported.
 *
 * @param at the path of the schema in the document, for the sentence
 */
function compareSchemas(old: Schema, now: Schema, at: string, sides: Sides): string[] {
  const before = variants(old, sides.resolveOld);
  const after = variants(now, sides.resolveNew);
  const broken = before.flatMap((variant) => closest(variant, after, at, sides));
  if (sides.direction === 'request') return broken;
  const added = after.filter((variant) => !before.some((other) => covers(other, variant)));
  return [...broken, ...added.map(({ type }) => `${at} may be ${type ?? 'anything'}`)];
}

/** Returns the variants of a schema: one for each member of `anyOf` or `oneOf`, and one for each type in a list of types. */
function variants(schema: Schema, resolve: Resolve): (Schema & { type?: string })[] {
  const { anyOf, oneOf, type, ...rest } = resolve(schema);
  const members = anyOf ?? oneOf;
  if (members) {
    return members.flatMap((member) => variants({ ...rest, ...resolve(member) }, resolve));
  }
  if (Array.isArray(type)) return type.map((one) => ({ ...rest, type: one }));
  return [type === undefined ? rest : { ...rest, type }] as (Schema & { type?: string })[];
}

/** Compares an old variant with the most similar new variant, and returns the breaking differences between the two. */
function closest(old: Schema, candidates: Schema[], at: string, sides: Sides): string[] {
  const [best] = candidates
    .filter((one) => (sides.direction === 'request' ? covers(one, old) : covers(old, one)))
    .map((one) => compareVariants(old, one, at, sides))
    .toSorted((a, b) => a.length - b.length);
  return best ?? [`${at} is no longer ${old.type ?? 'anything'}`];
}

/** Whether every value of the second type is also a value of the first type. A missing type means any value. */
const covers = ({ type: wide }: Schema, { type: narrow }: Schema) =>
  wide === undefined || wide === narrow || (wide === 'number' && narrow === 'integer');

function compareVariants(old: Schema, now: Schema, at: string, sides: Sides): string[] {
  return [
    ...compareValues(old, now, at, sides),
    ...compareFields(old, now, at, sides),
    ...(sides.direction === 'request' ? narrowed(old, now, at) : []),
    ...(sides.direction === 'response' && old.format !== now.format && old.format
      ? [`${at} no longer has the format ${old.format}`]
      : []),
    ...(old.items && now.items ? compareSchemas(old.items, now.items, `${at}[]`, sides) : []),
  ];
}

function compareValues(old: Schema, now: Schema, at: string, { direction }: Sides): string[] {
  const [before, after] = [old, now].map((schema) =>
    'const' in schema ? [schema.const] : schema.enum,
  );
  if (before && after) {
    return before
      .filter((value) => !after.includes(value))
      .map((value) => `${at} no longer knows the value ${JSON.stringify(value)}`);
  }
  if (before && direction === 'response') return [`${at} may be any value`];
  if (after && direction === 'request') return [`${at} takes only ${JSON.stringify(after)}`];
  return [];
}

function compareFields(old: Schema, now: Schema, at: string, sides: Sides): string[] {
  const wasRequired = new Set(old.required);
  const isRequired = new Set(now.required);
  const fields = Object.entries(old.properties ?? {}).flatMap(([name, schema]) => {
    const field = `${at}.${name}`;
    const successor = now.properties?.[name];
    if (!successor) return [`${field} is gone`];
    const missing =
      sides.direction === 'response' && wasRequired.has(name) && !isRequired.has(name);
    return [
      ...(missing ? [`${field} may be missing`] : []),
      ...compareSchemas(schema, successor, field, sides),
    ];
  });
  if (sides.direction === 'response') return fields;
  const newly = [...isRequired].filter((name) => !wasRequired.has(name));
  return [...fields, ...newly.map((name) => `${at}.${name} is required`)];
}

/** Finds the restrictions of a request that are new or stricter. */
function narrowed(old: Schema, now: Schema, at: string): string[] {
  const tighter = (keyword: string, isTighter: (before: number, after: number) => boolean) => {
    const [before, after] = [old[keyword], now[keyword]] as (number | undefined)[];
    if (after === undefined || (before !== undefined && !isTighter(before, after))) return [];
    return [`${at} has the ${keyword} ${after}${before === undefined ? '' : `, it was ${before}`}`];
  };
  const changed = ['pattern', 'format', 'contentEncoding'].filter(
    (keyword) => now[keyword] !== undefined && now[keyword] !== old[keyword],
  );
  const names = [old, now].map(({ propertyNames }) => JSON.stringify(propertyNames));
  const named = names[1] !== undefined && names[0] !== names[1];
  const closed = old.additionalProperties !== false && now.additionalProperties === false;
  return [
    ...lowest.flatMap((keyword) => tighter(keyword, (before, after) => after > before)),
    ...highest.flatMap((keyword) => tighter(keyword, (before, after) => after < before)),
    ...changed.map((keyword) => `${at} has the ${keyword} ${now[keyword]}`),
    ...(named ? [`${at} limits the names of its fields to ${names[1]}`] : []),
    ...(closed ? [`${at} takes no further fields`] : []),
  ];
}
