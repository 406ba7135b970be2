import type { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { jsonBodies } from './bodies.ts';
import { createApiCheck, type Operation } from './check-api-response.ts';
import type { CallerKind, FuzzRequest } from './fuzz-request.ts';
import { oddHeaders, oddTypes } from './headers.ts';
import { hints } from './hints.ts';
import { fitting, type JsonSchema } from './json-schema.ts';
import { linkedFields, requiredHeaders } from './linked-fields.ts';
import { pathArbitrary, queryArbitrary } from './paths.ts';
import { setUpBefore } from './prepare.ts';
import type { Send } from './send.ts';
import { overHttp, type Target } from './target.ts';

/** As much of an OpenAPI document as is read here. */
export type OpenApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, JsonSchema> };
};

const methods = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'HEAD',
  'PROPFIND',
  'TRACE',
  'QUERY',
];

/** Below what all endpoints are. */
const apiRoot = '/api/v1';

/** A target for each operation of the document. */
export function endpointTargets(send: Send, document: OpenApiDocument, ajv: Ajv2020): Target[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      return overHttp(send, {
        name: operation.operationId,
        kind: 'endpoint' as const,
        covers: `${method.toUpperCase()} ${path}`,
        shots: shotsAt(method.toUpperCase(), path, operation, document),
        judge: createApiCheck(path, operations, ajv),
        isThrough: ({ status }) => status in operation.responses && status < 400,
        prepare: setUpBefore[operation.operationId],
      });
    }),
  );
}

function shotsAt(
  own: string,
  path: string,
  operation: Operation,
  document: OpenApiDocument,
): fc.Arbitrary<FuzzRequest> {
  const query = Object.fromEntries(
    (operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, schema }) => [name, schema]),
  );
  const schema = operation.requestBody?.content['application/json']?.schema;
  const fields = schema
    ? fitting(schema, hintsFor(operation), document).map(asFields)
    : fc.constant({});
  const whole = linkedFields[operation.operationId];
  const good = whole ? fc.oneof(fields, whole) : fields;
  return fc
    .record({
      method: fc.oneof(
        { weight: 25, arbitrary: fc.constant(own) },
        { weight: 1, arbitrary: fc.constantFrom(...methods) },
      ),
      path: pathArbitrary(path, hintsFor(operation)),
      query: queryArbitrary(query, hints),
      as: callers(operation),
      headers: oddHeaders,
      needed: requiredHeaders[operation.operationId] ?? fc.constant([]),
      body: jsonBodies(good),
      type: fc.oneof(
        { weight: 20, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: oddTypes },
      ),
      chunked: fc.oneof(
        { weight: 9, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
      // A body where none is asked for.
      uninvited: fc.oneof(
        { weight: 15, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
    })
    .map(({ query, type, uninvited, body, path, headers, needed, ...shot }) => {
      const bodied = (schema && !['GET', 'HEAD'].includes(shot.method)) || uninvited;
      const typed: FuzzRequest['headers'] = bodied && type ? [['content-type', type]] : [];
      return {
        ...shot,
        path: `${apiRoot}${path}${query}`,
        headers: [...typed, ...needed, ...headers],
        body: bodied ? body : null,
      } satisfies FuzzRequest;
    });
}

/** A schema that takes anything may be given what has no fields. */
const asFields = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;

/** Names mean another thing here and there. */
function hintsFor({ operationId }: Operation) {
  if (operationId === 'getMessage')
    return { ...hints, id: fc.constantFrom('«own.messageId»', '«victim.messageId»') };
  if (operationId === 'updateUser') return { ...hints, id: fc.constant('«own.userId»') };
  if (operationId === 'deleteApiKey') return { ...hints, key: fc.constant(':key') };
  return hints;
}

const callers = ({ security }: Operation): fc.Arbitrary<CallerKind> => {
  const byKey = security.some((one) => 'apiKey' in one);
  const good: CallerKind[] =
    security.length === 0 ? ['nobody'] : byKey ? ['key', 'key', 'basic', 'bearer-key'] : ['token'];
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...good) },
    {
      weight: 2,
      arbitrary: fc.constantFrom<CallerKind>(
        'nobody',
        'key',
        'token',
        'cookie',
        'dead-key',
        'dead-token',
        'mixed',
        'junk',
      ),
    },
  );
};
