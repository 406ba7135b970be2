import type { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { jsonBodies, oddHeaders, oddTypes } from './bodies.ts';
import { createApiCheck, type Operation } from './check-response.ts';
import { dltFiles } from './files.ts';
import { multiparts } from './form-targets.ts';
import { hints, linkedFields, requiredHeaders } from './hints.ts';
import { fitting, type JsonSchema } from './json-schema.ts';
import { pathArbitrary, queryArbitrary } from './paths.ts';
import { setUpBefore } from './prepare.ts';
import type { Body, CallerKind, FuzzRequest, Send } from './send.ts';
import { overHttp, type Target } from './target.ts';

/** The parts of an OpenAPI document that are used here. */
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

/** The prefix of all endpoints. */
const apiRoot = '/api/v1';

/** Creates a target for each operation of the document. */
export function endpointTargets(send: Send, document: OpenApiDocument, ajv: Ajv2020): Target[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      return overHttp(send, {
        name: operation.operationId,
        kind: 'endpoint' as const,
        covers: `${method.toUpperCase()} ${path}`,
        requests: endpointRequests(method.toUpperCase(), path, operation, document),
        check: createApiCheck(path, operations, ajv),
        succeeded: ({ status }) => status in operation.responses && status < 400,
        prepare: setUpBefore[operation.operationId],
      });
    }),
  );
}

function endpointRequests(
  documentedMethod: string,
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
  const form = operation.requestBody?.content['multipart/form-data']?.schema;
  const linked = linkedFields[operation.operationId];
  const good = linked ? fc.oneof(fields, linked) : fields;
  return fc
    .record({
      method: fc.oneof(
        { weight: 25, arbitrary: fc.constant(documentedMethod) },
        { weight: 1, arbitrary: fc.constantFrom(...methods) },
      ),
      path: pathArbitrary(path, hintsFor(operation)),
      query: queryArbitrary(query, hints),
      as: callerKinds(operation),
      headers: oddHeaders,
      required: requiredHeaders[operation.operationId] ?? fc.constant([]),
      body: form ? filedForms(form, document) : jsonBodies(good),
      type: fc.oneof(
        { weight: 20, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: oddTypes },
      ),
      chunked: fc.oneof(
        { weight: 9, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
      // A body although the operation has none.
      unexpectedBody: fc.oneof(
        { weight: 15, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
    })
    .map(({ query, type, unexpectedBody, body, path, headers, required, ...request }) => {
      const takesBody = schema ?? form;
      const bodied = (takesBody && !['GET', 'HEAD'].includes(request.method)) || unexpectedBody;
      // A form's type names its boundary, and is written with it.
      const isTyped = bodied && type && !form;
      const typed: FuzzRequest['headers'] = isTyped ? [['content-type', type]] : [];
      return {
        ...request,
        path: `${apiRoot}${path}${query}`,
        headers: [...typed, ...required, ...headers],
        body: bodied ? body : null,
      } satisfies FuzzRequest;
    });
}

/** Forms with a file, whose other fields fit the schema. */
function filedForms(schema: JsonSchema, document: OpenApiDocument): fc.Arbitrary<Body> {
  const { file: _, ...properties } = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const fields = fitting({ ...schema, properties, required: [] }, hints, document).map(asFields);
  return multiparts(fields, 'file', dltFiles).map(({ body }) => body);
}

/** A schema without a type also generates values that are not objects. */
const asFields = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;

/** The kind of id in the path of an operation about webhooks. */
const webhookIds: Record<string, 'endpointId' | 'eventId' | undefined> = {
  getWebhookEndpoint: 'endpointId',
  updateWebhookEndpoint: 'endpointId',
  deleteWebhookEndpoint: 'endpointId',
  getWebhookSecret: 'endpointId',
  rotateWebhookSecret: 'endpointId',
  sendTestWebhook: 'endpointId',
  recoverWebhookEvents: 'endpointId',
  listWebhookRecoveries: 'endpointId',
  getWebhookEvent: 'eventId',
  listWebhookAttempts: 'eventId',
  replayWebhookEvent: 'eventId',
};

/** Some field names have another meaning in some operations. */
function hintsFor({ operationId }: Operation) {
  if (operationId === 'getMessage')
    return { ...hints, id: fc.constantFrom('«own.messageId»', '«victim.messageId»') };
  const webhook = webhookIds[operationId];
  if (webhook) return { ...hints, id: fc.constantFrom(`«own.${webhook}»`, `«victim.${webhook}»`) };
  if (operationId === 'updateUser') return { ...hints, id: fc.constant('«own.userId»') };
  if (operationId === 'deleteApiKey') return { ...hints, key: fc.constant(':key') };
  return hints;
}

const callerKinds = ({ security }: Operation): fc.Arbitrary<CallerKind> => {
  const byKey = security.some((one) => 'apiKey' in one);
  const good: CallerKind[] =
    security.length === 0
      ? ['anonymous']
      : byKey
        ? ['key', 'key', 'basic', 'bearer-key']
        : ['token'];
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...good) },
    {
      weight: 2,
      arbitrary: fc.constantFrom<CallerKind>(
        'anonymous',
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
