import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from './generators.ts';
import type { FuzzRequest, FuzzResponse } from './send.ts';

/** Internals that no response may contain. */
const leaks =
  /node_modules|\bat (?:async )?[\w.]+ \(?(?:file:|\/)|PrismaClient|ECONNREFUSED|syntax error at or near/;

/** Node itself returns this status before the request reaches the server's code, so the response has no request id. */
const headersTooLarge = 431;

/** Checks the rules that apply to every response. @returns the problem, or null */
export function checkAnyResponse({
  status,
  text,
  secrets,
  requestId,
}: FuzzResponse): string | null {
  if (status >= 500) return `${status}: ${text.slice(0, 300)}`;
  if (leaks.test(text)) return `the response contains internals: ${leaks.exec(text)?.[0]}`;
  const shown = secrets.find((secret) => text.includes(secret));
  if (shown) return `the response contains ${shown}, which belongs to another account`;
  return requestId || status === headersTooLarge ? null : 'the response has no x-request-id';
}

/** The parts of an OpenAPI operation that are used here. */
export type Operation = {
  operationId: string;
  security: Record<string, unknown>[];
  parameters?: { name: string; in: string; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
};

/** Statuses that any path may return although they are not documented. */
const undocumentedStatuses = [404, 405];

/**
 * Creates a function that checks the responses of a path against the OpenAPI document. The status must be documented for the
 * method, and the body must match the schema for the status.
 */
export function createApiCheck(path: string, operations: Record<string, Operation>, ajv: Ajv2020) {
  const pointer = (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1');
  const schemaOf = (method: string, status: number) =>
    `#/paths/${pointer(path)}/${method}/responses/${status}/content/application~1json/schema`;

  return (response: FuzzResponse, request: FuzzRequest): string | null => {
    const problem = checkAnyResponse(response);
    if (problem) return problem;
    if (isAnotherPath(path, request)) return null;
    const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase();
    const operation = operations[method];
    const { status, type, text } = response;
    if (status === 431) return null;
    const known = operation?.responses[status];
    if (!known && !isAnotherEndpoint(path, status, operation)) return `${status} is not documented`;
    if (known && !known.content) return checkBodiless(response, status);
    if (request.method === 'HEAD') return text === '' ? null : 'HEAD has a body';
    if (type !== 'application/json') return `the response's type is ${type}`;
    const schema = known ? schemaOf(method, status) : '#/components/schemas/Error';
    const validate = ajv.getSchema(`document${encodeURI(schema)}`);
    if (validate?.(JSON.parse(text))) return null;
    return `${status} does not match its schema: ${ajv.errorsText(validate?.errors)}`;
  };
}

/**
 * Whether a generated path leads to another endpoint, because it has dot segments or an empty parameter. A URL parser reads
 * `\` as `/`.
 */
const isAnotherPath = (path: string, request: FuzzRequest) =>
  path.includes('{') && /^[^?]*[\\/](?:(?:\.|%2e){1,2}(?:[\\/]|\?|$)|\?|$)/i.test(request.path);

/** Whether the request reached another endpoint, or no endpoint, because of its method or its path parameter. */
const isAnotherEndpoint = (path: string, status: number, operation: Operation | undefined) =>
  undocumentedStatuses.includes(status) && (!operation || path.includes('{'));

/** Checks a response in the format of another platform: JSON with a code, or with MSG91's `type`. */
export function checkCompatResponse(response: FuzzResponse, request: FuzzRequest): string | null {
  const problem = checkAnyResponse(response);
  if (problem || request.method === 'HEAD' || response.status === headersTooLarge) return problem;
  const { status, type, text } = response;
  if (status === 204) return text === '' ? null : '204 has a body';
  if (type !== 'application/json') return `the response's type is ${type}`;
  const body = JSON.parse(text);
  if (body.type === 'error' || body.type === 'success') return null;
  if (status < 400) return body.sid || body.uri ? null : 'a resource has neither sid nor uri';
  return (body.code && body.status === status) || body.error ? null : 'an error has no code';
}

function checkBodiless({ location, text }: FuzzResponse, status: number): string | null {
  if (status === 304) return text === '' ? null : '304 has a body';
  return status === 302 && location ? null : `${status} has no body and no location`;
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/** Content types of responses other than pages. */
const otherTypes = [
  ...[
    'text/plain',
    'text/markdown',
    'text/csv',
    'text/x-script',
    'application/pdf',
    'application/json',
  ],
  ...['application/xml', 'application/atom+xml', 'text/css', 'image/webp', 'text/event-stream', ''],
];

/**
 * Creates a function that checks the responses to a browser. A response must be a complete page or have one of `otherTypes`.
 * It must not be the page of an unexpected error, nor a redirect to another site.
 *
 * @param hasNoId whether responses have no request id, like those of the health checks
 * @param openToAll whether other sites may submit the form
 */
export function createPageCheck({ openToAll = false, hasNoId = false } = {}) {
  return (response: FuzzResponse, request: FuzzRequest): string | null => {
    const problem = checkAnyResponse(hasNoId ? { ...response, requestId: 'none' } : response);
    if (problem) return problem;
    const { status, type, text, location } = response;
    if (isFromAnotherSite(request) && !openToAll && status !== 403)
      return `a form from another site got ${status} instead of 403`;
    if (location !== null && !/^\/(?![/\\])/.test(location)) return `it redirects to ${location}`;
    if (request.method === 'HEAD' || status === 431) return null;
    if (type !== 'text/html')
      return otherTypes.includes(type) ? null : `the response's type is ${type}`;
    if (!/^<!DOCTYPE html>/i.test(text) || !text.endsWith('</body></html>'))
      return 'the page is incomplete';
    if (/<title>Something went wrong/.test(text)) return 'it is the page of an unexpected error';
    if (/<script>alert\(1\)|<img src=x/.test(text))
      return 'the page contains the request’s HTML unescaped';
    return null;
  };
}

const isFromAnotherSite = ({ method, headers }: FuzzRequest) =>
  !safeMethods.includes(method) &&
  headers.some(([name, value]) => name === 'origin' && value !== '«origin»');
