import { buildExample } from './build-example.ts';
import type { AuthScheme, OperationView, ParameterLocation, Parameters } from './contract.ts';
import type { Schema } from './schema.ts';
import { toField, toGroups } from './to-fields.ts';

type Content = { content?: { 'application/json'?: { schema?: Schema } } };

/** An operation of the document, its `$ref`s followed. */
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

/** All that the reference shows of an operation. */
export function toOperation(method: string, path: string, operation: Operation): OperationView {
  const { operationId, summary, description, tags, security = [], parameters = [] } = operation;
  const body = schemaOf(operation.requestBody);
  const answers = Object.entries(operation.responses);
  const [status, success] = answers.find(([status]) => /^[23]/.test(status)) ?? ['200', null];
  const failures = answers.filter(([status]) => /^[45]/.test(status));
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    summary,
    description: description ?? null,
    tag: tags[0] ?? 'Other',
    access: accessOf(security),
    parameters: toParameters(parameters),
    body: body && {
      description: body.description ?? null,
      groups: toGroups(body),
      example: buildExample(body, 'usual'),
    },
    success: {
      status: Number(status),
      description: success?.description ?? '',
      ...answerOf(success),
    },
    errors: failures.map(([status, { description }]) => ({
      status: Number(status),
      errors: errorsIn(description),
    })),
    errorExample: exampleOfError(failures[0]?.[1]),
    idempotent: parameters.some(({ name }) => name === 'Idempotency-Key'),
    redirects: status.startsWith('3'),
  };
}

const schemaOf = (of: Content | null | undefined): Schema | null =>
  of?.content?.['application/json']?.schema ?? null;

function answerOf(success: Content | null) {
  const schema = schemaOf(success);
  return {
    groups: schema ? toGroups(schema) : [],
    ...(schema && { example: buildExample(schema) }),
  };
}

/** Any scheme of an API key counts as one: the first is what is recommended. */
function accessOf([scheme]: Record<string, unknown>[]): AuthScheme {
  if (!scheme) return 'none';
  return 'session' in scheme ? 'session' : 'key';
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

/** The document has an error a paragraph: its code, and its sentence. */
const errorsIn = (description: string) =>
  [...description.matchAll(/^`(\w+)`: (.+)$/gm)].map(([, code = '', message = '']) => ({
    code,
    message,
  }));

/** The envelope, filled with the first error that the operation may answer. */
function exampleOfError(failure: (Content & { description: string }) | undefined): unknown {
  const schema = schemaOf(failure);
  const [first] = errorsIn(failure?.description ?? '');
  if (!schema || !first) return undefined;
  const example = buildExample(schema) as { error: Record<string, unknown> };
  const { code, param, docUrl } = example.error;
  const error = {
    ...example.error,
    ...first,
    // JSON leaves out what is undefined.
    param: first.code === code ? param : undefined,
    docUrl: String(docUrl).replace(/#.*/, `#${first.code}`),
  };
  return { ...example, message: first.message, error };
}
