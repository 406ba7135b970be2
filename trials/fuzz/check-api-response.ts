import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { checkAnyResponse } from './check-any-response.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Answer } from './send.ts';

/** As much of an operation as is read here. */
export type Operation = {
  operationId: string;
  security: Record<string, unknown>[];
  parameters?: { name: string; in: string; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
};

/** Answers that any path below the root may give: nothing is there, or not by this method. */
const everywhere = [404, 405];

/**
 * Judges the answers of a path by the document: the status is documented for the method, and the body
 * has the shape that is documented for the status.
 */
export function createApiCheck(path: string, operations: Record<string, Operation>, ajv: Ajv2020) {
  const errors = ajv.compile({ $ref: 'document#/components/schemas/Error' });
  const known = new Map<string, ValidateFunction>();
  const pointer = (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1');
  function validatorOf(method: string, status: number): ValidateFunction {
    const where = `#/paths/${pointer(path)}/${method}/responses/${status}/content/application~1json/schema`;
    const validate = known.get(where) ?? ajv.compile({ $ref: `document${encodeURI(where)}` });
    known.set(where, validate);
    return validate;
  }

  return (answer: Answer, shot: FuzzRequest): string | null => {
    const fault = checkAnyResponse(answer);
    if (fault) return fault;
    if (leadsAway(path, shot)) return null;
    const method = shot.method === 'HEAD' ? 'get' : shot.method.toLowerCase();
    const operation = operations[method];
    const { status, type, text } = answer;
    if (status === 431) return null;
    const documented = operation?.responses[status];
    if (!documented && !isElsewhere(path, status, operation)) {
      return `${status} is not documented`;
    }
    if (documented && !documented.content) return judgeBodiless(answer, status);
    if (shot.method === 'HEAD') return text === '' ? null : 'HEAD has a body';
    if (type !== 'application/json') return `the answer's type is ${type}`;
    const validate = documented ? validatorOf(method, status) : errors;
    if (validate(JSON.parse(text))) return null;
    return `${status} does not fit its schema: ${ajv.errorsText(validate.errors)}`;
  };
}

/** Whether a path leads elsewhere: by dots, or as nothing stands in its last place. A backslash is read as a slash. */
const leadsAway = (path: string, shot: FuzzRequest) =>
  path.includes('{') && /^[^?]*[\\/](?:(?:\.|%2e){1,2}(?:[\\/]|\?|$)|\?|$)/i.test(shot.path);

/** Whether the request met another endpoint or none: by its method, or by what stood in its path. */
const isElsewhere = (path: string, status: number, operation: Operation | undefined) =>
  everywhere.includes(status) && (!operation || path.includes('{'));

function judgeBodiless({ location, text }: Answer, status: number): string | null {
  if (status === 304) return text === '' ? null : '304 has a body';
  return status === 302 && location ? null : `${status} leads nowhere`;
}
