import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { checkAnyResponse } from './check-any-response.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import type { JsonSchema } from './json-schema.ts';
import type { FuzzResponse } from './send.ts';

/** The parts of an OpenAPI operation that are used here. */
export type Operation = {
  operationId: string;
  security: Record<string, unknown>[];
  parameters?: { name: string; in: string; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
};

/** Statuses that any path may return without documenting them. */
const undocumentedStatuses = [404, 405];

/**
 * Creates a check of a path's responses against the OpenAPI document: the status is documented for the
 * method, and the body matches the schema of the status.
 */
export function createApiCheck(path: string, operations: Record<string, Operation>, ajv: Ajv2020) {
  const errors = ajv.compile({ $ref: 'document#/components/schemas/Error' });
  const known = new Map<string, ValidateFunction>();
  const pointer = (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1');
  function getValidator(method: string, status: number): ValidateFunction {
    const where = `#/paths/${pointer(path)}/${method}/responses/${status}/content/application~1json/schema`;
    const validate = known.get(where) ?? ajv.compile({ $ref: `document${encodeURI(where)}` });
    known.set(where, validate);
    return validate;
  }

  return (response: FuzzResponse, request: FuzzRequest): string | null => {
    const problem = checkAnyResponse(response);
    if (problem) return problem;
    if (isAnotherPath(path, request)) return null;
    const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase();
    const operation = operations[method];
    const { status, type, text } = response;
    if (status === 431) return null;
    const documented = operation?.responses[status];
    if (!documented && !isAnotherEndpoint(path, status, operation)) {
      return `${status} is not documented`;
    }
    if (documented && !documented.content) return checkBodiless(response, status);
    if (request.method === 'HEAD') return text === '' ? null : 'HEAD has a body';
    if (type !== 'application/json') return `the response's type is ${type}`;
    const validate = documented ? getValidator(method, status) : errors;
    if (validate(JSON.parse(text))) return null;
    return `${status} does not match its schema: ${ajv.errorsText(validate.errors)}`;
  };
}

/** Whether a generated path is another one: by dot segments or an empty parameter. A URL parser reads `\` as `/`. */
const isAnotherPath = (path: string, request: FuzzRequest) =>
  path.includes('{') && /^[^?]*[\\/](?:(?:\.|%2e){1,2}(?:[\\/]|\?|$)|\?|$)/i.test(request.path);

/** Whether the request reached another endpoint or none, because of its method or its path parameter. */
const isAnotherEndpoint = (path: string, status: number, operation: Operation | undefined) =>
  undocumentedStatuses.includes(status) && (!operation || path.includes('{'));

function checkBodiless({ location, text }: FuzzResponse, status: number): string | null {
  if (status === 304) return text === '' ? null : '304 has a body';
  return status === 302 && location ? null : `${status} has no body and no location`;
}
