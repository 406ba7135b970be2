import type { AuthScheme, OperationView, ParameterLocation, Parameters } from './contract.ts';
import { buildExample, type Schema, toField, toGroups } from './schema.ts';

type Content = {
  content?: Partial<
    Record<'application/json' | 'multipart/form-data', { schema?: Schema; example?: unknown }>
  >;
};

/** An operation of the document with its `$ref`s resolved. */
export type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content & { description: string }>;
};

type Parameter = {
  in: ParameterLocation;
  name: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  schema?: Schema;
};

/** The tag by which the reference groups an operation. */
export const firstTag = ({ tags }: Operation) => tags[0] ?? 'Other';

/** Prepares an operation for display. */
export function toOperation(method: string, path: string, operation: Operation): OperationView {
  const { operationId, summary, description, security = [], parameters = [] } = operation;
  const form = operation.requestBody?.content?.['multipart/form-data']?.schema;
  // The fields of a form are shown only if the operation accepts no JSON. Otherwise the operation's description
  // explains the form.
  const body = findSchema(operation.requestBody) ?? form ?? null;
  const responses = Object.entries(operation.responses);
  const [status, success] = responses.find(([status]) => /^[23]/.test(status)) ?? ['200', null];
  const failures = responses.filter(([status]) => /^[45]/.test(status));
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    summary,
    description: description ?? null,
    tag: firstTag(operation),
    access: pickScheme(security),
    scope: findScope(security),
    orSession: security.slice(1).some((scheme) => 'session' in scheme),
    parameters: toParameters(parameters),
    body: body && {
      description: body.description ?? null,
      groups: toGroups(body),
      example: buildExample(body, 'usual'),
    },
    takesFile: form !== undefined && body === form,
    success: {
      status: Number(status),
      description: success?.description ?? '',
      ...describeResponse(success),
    },
    errors: failures.map(([status, { description }]) => ({
      status: Number(status),
      errors: parseErrors(description),
    })),
    errorExample: buildErrorExample(failures[0]?.[1]),
    idempotent: parameters.some(({ name }) => name === 'Idempotency-Key'),
    redirects: status.startsWith('3'),
  };
}

const findSchema = (of: Content | null | undefined): Schema | null =>
  of?.content?.['application/json']?.schema ?? null;

function describeResponse(success: Content | null) {
  const schema = findSchema(success);
  return {
    groups: schema ? toGroups(schema) : [],
    ...(schema && { example: buildExample(schema) }),
  };
}

/** Returns how a call is authenticated. All schemes of an API key count as one; the first is the recommended one. */
function pickScheme([scheme]: Record<string, unknown>[]): AuthScheme {
  if (!scheme) return 'none';
  return 'session' in scheme ? 'session' : 'key';
}

/** The scope that the first scheme needs; null for a session and without a scheme. */
function findScope([scheme = {}]: Record<string, unknown>[]): string | null {
  const [needs] = Object.values(scheme);
  return Array.isArray(needs) && typeof needs[0] === 'string' ? needs[0] : null;
}

const places: ParameterLocation[] = ['path', 'query', 'header'];

const toParameters = (parameters: Parameter[]): Parameters[] =>
  places
    .map((place) => ({
      place,
      fields: parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name, required, schema, description, ...own }) =>
          toField(
            name,
            { ...schema, ...own, ...(description && { description }) },
            required === true,
          ),
        ),
    }))
    .filter(({ fields }) => fields.length > 0);

/** Reads the errors from the description of a response, which has one paragraph per error, with its code and message. */
const parseErrors = (description: string) =>
  [...description.matchAll(/^`(\w+)`: (.+)$/gm)].map(([, code = '', message = '']) => ({
    code,
    message,
  }));

/** The error envelope, filled with the first error of the operation. */
function buildErrorExample(failure: (Content & { description: string }) | undefined): unknown {
  const schema = findSchema(failure);
  const [first] = parseErrors(failure?.description ?? '');
  if (!schema || !first) return undefined;
  const example = buildExample(schema) as { error: Record<string, unknown> };
  const { code, param, docUrl } = example.error;
  const error = {
    ...example.error,
    ...first,
    // `JSON.stringify` omits undefined.
    param: first.code === code ? param : undefined,
    scope: undefined,
    docUrl: String(docUrl).replace(/#.*/, `#${first.code}`),
  };
  return { ...example, message: first.message, error };
}
