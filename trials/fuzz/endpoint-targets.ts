import type { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { dltFiles, jsonBodies, multiparts, oddHeaders, oddTypes } from './bodies.ts';
import { createApiCheck, type Operation } from './check-response.ts';
import { fitting, type Hints, type JsonSchema, oneIn, weighted } from './generators.ts';
import { hints, linkedFields, requiredHeaders } from './hints.ts';
import { pathArbitrary, queryArbitrary } from './paths.ts';
import type { Body, CallerKind, FuzzRequest, Header, Send } from './send.ts';
import { overHttp, type Target } from './target.ts';

/** The parts of an OpenAPI document that are used here. */
export type OpenApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, JsonSchema> };
};

const methods = fc.constantFrom(
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND', 'TRACE', 'QUERY'],
);

export function endpointTargets(send: Send, document: OpenApiDocument, ajv: Ajv2020): Target[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      overHttp(send, {
        name: operation.operationId,
        covers: `${method.toUpperCase()} ${path}`,
        requests: endpointRequests(method.toUpperCase(), path, operation, document),
        check: createApiCheck(path, operations, ajv),
        succeeded: ({ status }) => status in operation.responses && status < 400,
      }),
    ),
  );
}

function endpointRequests(
  documentedMethod: string,
  path: string,
  operation: Operation,
  document: OpenApiDocument,
): fc.Arbitrary<FuzzRequest> {
  const { operationId, parameters = [], requestBody } = operation;
  const query = Object.fromEntries(
    parameters.filter((one) => one.in === 'query').map(({ name, schema }) => [name, schema]),
  );
  const schema = requestBody?.content['application/json']?.schema;
  const form = requestBody?.content['multipart/form-data']?.schema;
  const ownHints = hintsFor(path, operationId);
  const fields = schema ? fitting(schema, ownHints, document).map(asFields) : fc.constant({});
  const linked = linkedFields[operationId];
  return fc
    .record({
      method: weighted([25, fc.constant(documentedMethod)], [1, methods]),
      path: pathArbitrary(path, ownHints),
      query: queryArbitrary(query, hints),
      as: callerKinds(operation),
      headers: oddHeaders,
      required: requiredHeaders[operationId] ?? fc.constant([]),
      body: form
        ? filedForms(form, document)
        : jsonBodies(linked ? fc.oneof(fields, linked) : fields),
      type: weighted([20, fc.constant('application/json')], [1, oddTypes]),
      chunked: oneIn(10),
      // Whether the request has a body although the operation has none.
      unexpectedBody: oneIn(16),
    })
    .map(({ query, type, unexpectedBody, body, path, headers, required, ...request }) => {
      const takesBody = (schema ?? form) && !['GET', 'HEAD'].includes(request.method);
      const bodied = takesBody || unexpectedBody;
      // The content type of a multipart form contains the boundary of the form, so it is set when the form is encoded.
      const typed: Header[] = bodied && type && !form ? [['content-type', type]] : [];
      return {
        ...request,
        path: `/api/v1${path}${query}`,
        headers: [...typed, ...required, ...headers],
        body: bodied ? body : null,
      };
    });
}

/** Forms with a file, whose other fields match the schema. */
function filedForms(schema: JsonSchema, document: OpenApiDocument): fc.Arbitrary<Body> {
  const { file: _, ...properties } = schema.properties ?? {};
  const fields = fitting({ ...schema, properties, required: [] }, hints, document).map(asFields);
  return multiparts(fields, 'file', dltFiles);
}

/** Replaces a non-object with an empty object, because a schema without a type generates such values too. */
const asFields = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;

/** The kind of id that `{id}` in a path means. */
const idsByPath: [path: string, name: string][] = [
  ['/messages/', 'messageId'],
  ['/otps/', 'otpId'],
  ['/otp-services/', 'serviceId'],
  ['/webhooks/endpoints/', 'endpointId'],
  ['/webhooks/events/', 'eventId'],
];

/** Returns the hints for an operation, in which some field names have another meaning. */
function hintsFor(path: string, operationId: string): Hints {
  const [, id] = idsByPath.find(([start]) => path.startsWith(start)) ?? [];
  if (id) return { ...hints, id: fc.constantFrom(`«own.${id}»`, `«victim.${id}»`) };
  if (operationId === 'updateUser') return { ...hints, id: fc.constant('«own.userId»') };
  if (operationId === 'deleteApiKey') return { ...hints, key: fc.constant(':key') };
  return hints;
}

const others: CallerKind[] = [
  ...(['anonymous', 'key', 'token', 'cookie'] as const),
  ...(['dead-key', 'dead-token', 'mixed', 'junk'] as const),
];

function callerKinds({ security }: Operation): fc.Arbitrary<CallerKind> {
  const byKey = security.some((one) => 'apiKey' in one);
  const withKey = fc.constantFrom<CallerKind>('key', 'key', 'basic', 'bearer-key');
  const good = byKey
    ? withKey
    : fc.constant<CallerKind>(security.length > 0 ? 'token' : 'anonymous');
  return weighted([12, good], [2, fc.constantFrom(...others)]);
}
