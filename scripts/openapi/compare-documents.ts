import { compareSchemas, type Sides } from './compare-schemas.ts';
import type { OpenApiDocument, Operation, Parameter, Response, Schema } from './document.ts';

/**
 * The changes that break clients of the old document, a sentence each: what is removed, newly required,
 * narrowed in a request or widened in a response. Additions break nothing.
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

/** Resolves the `$ref`s of a document, which only refer to its own schemas. */
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
    // Generated clients name their functions after it.
    ...(renamed ? [`operationId ${old.operationId} is now ${now.operationId}`] : []),
    ...compareSecurity(old, now),
    ...compareParameters(old, now, { ...resolvers, direction: 'request' }),
    ...compareBodies(old, now, { ...resolvers, direction: 'request' }),
    ...compareResponses(old, now, { ...resolvers, direction: 'response' }),
  ];
}

/** Each authentication method must remain; an empty list means that none is needed. */
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
