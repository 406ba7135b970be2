import { compareDocuments } from './compare-documents.ts';
import type { OpenApiDocument, Operation, Schema } from './document.ts';

const item: Schema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    state: { type: 'string', enum: ['queued', 'sent'] },
    at: { type: 'string', format: 'date-time' },
    size: { type: 'integer' },
    note: { type: ['string', 'null'] },
  },
  required: ['id', 'state', 'at', 'size'],
};

const body: Schema = {
  type: 'object',
  properties: {
    to: { type: 'string', minLength: 1, maxLength: 20 },
    kind: { enum: ['a', 'b'], type: 'string' },
    count: { type: 'number' },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 5 },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
  required: ['to'],
  additionalProperties: {},
};

/** A document with every kind of part that is compared. */
const baseline: OpenApiDocument = {
  paths: {
    '/things': {
      get: {
        operationId: 'listThings',
        security: [{ apiId: [], apiKey: [] }, { bearer: [] }],
        parameters: [{ in: 'query', name: 'limit', schema: { type: 'integer', maximum: 100 } }],
        responses: {
          '200': {
            headers: { 'x-request-id': { schema: { type: 'string' } } },
            content: {
              'application/json': {
                schema: { type: 'array', items: { $ref: '#/components/schemas/Item' } },
              },
            },
          },
          '404': {},
        },
      },
      post: {
        operationId: 'createThing',
        requestBody: { required: false, content: { 'application/json': { schema: body } } },
        responses: { '201': { content: { 'application/json': { schema: { const: 'done' } } } } },
      },
    },
  },
  components: { schemas: { Item: item } },
};

/** A copy of the baseline, and the parts of it that a test edits. */
export type Edited = {
  document: OpenApiDocument;
  get: Operation & Required<Pick<Operation, 'parameters' | 'security'>>;
  post: Operation & Required<Pick<Operation, 'requestBody'>>;
  item: Schema & Required<Pick<Schema, 'properties' | 'required'>>;
  body: Schema & Required<Pick<Schema, 'properties' | 'required'>>;
};

/** The breaking changes found after this edit of the document. */
export function found(edit: (parts: Edited) => void): string[] {
  const document = structuredClone(baseline);
  const { get, post } = document.paths['/things'] as Pick<Edited, 'get' | 'post'>;
  edit({
    document,
    get,
    post,
    item: document.components?.schemas?.Item as Edited['item'],
    body: post.requestBody.content['application/json']?.schema as Edited['body'],
  });
  return compareDocuments(baseline, document);
}
