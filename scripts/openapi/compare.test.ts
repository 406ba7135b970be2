import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compareDocuments, type OpenApiDocument, type Operation, type Schema } from './compare.ts';

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

/** A document with every kind of compared part. */
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
type Edited = {
  document: OpenApiDocument;
  get: Operation & Required<Pick<Operation, 'parameters' | 'security'>>;
  post: Operation & Required<Pick<Operation, 'requestBody'>>;
  item: Schema & Required<Pick<Schema, 'properties' | 'required'>>;
  body: Schema & Required<Pick<Schema, 'properties' | 'required'>>;
};

/** The breaking changes found after this edit of the document. */
function found(edit: (parts: Edited) => void): string[] {
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

const breaks: [string, string, (parts: Edited) => void][] = [
  ['a path gone', '/things is gone', ({ document }) => delete document.paths['/things']],
  [
    'a method gone',
    'POST /things is gone',
    ({ document }) => delete document.paths['/things']?.post,
  ],
  ['a status gone', 'GET /things: status 404 is gone', ({ get }) => delete get.responses['404']],
  [
    'a header gone',
    'GET /things: header x-request-id of 200 is gone',
    ({ get }) => delete get.responses['200']?.headers,
  ],
  [
    'a media type gone',
    'GET /things: response 200 as application/json is gone',
    ({ get }) => delete get.responses['200']?.content,
  ],
  [
    'an operation renamed',
    'GET /things: operationId listThings is now things',
    ({ get }) => Object.assign(get, { operationId: 'things' }),
  ],
  ['a way in gone', 'GET /things: bearer no longer lets in', ({ get }) => get.security.pop()],
  [
    'credentials newly needed',
    'POST /things: it needs bearer',
    ({ post }) => Object.assign(post, { security: [{ bearer: [] }] }),
  ],
  [
    'a parameter gone',
    'GET /things: query parameter limit is gone',
    ({ get }) => get.parameters.pop(),
  ],
  [
    'a parameter newly required',
    'GET /things: query parameter limit is required',
    ({ get }) => Object.assign(get.parameters[0] ?? {}, { required: true }),
  ],
  [
    'a parameter added as required',
    'GET /things: query parameter of is required',
    ({ get }) => get.parameters.push({ in: 'query', name: 'of', required: true }),
  ],
  [
    'a parameter narrowed',
    'GET /things: query parameter limit has the maximum 50, it was 100',
    ({ get }) => Object.assign(get.parameters[0]?.schema ?? {}, { maximum: 50 }),
  ],
  [
    'a body newly required',
    'POST /things: request is required',
    ({ post }) => Object.assign(post.requestBody, { required: true }),
  ],
  [
    'a request field newly required',
    'POST /things: request.kind is required',
    ({ body }) => body.required.push('kind'),
  ],
  [
    'a request field gone',
    'POST /things: request.kind is gone',
    ({ body }) => delete body.properties.kind,
  ],
  [
    'a request’s longest text shortened',
    'POST /things: request.to has the maxLength 10, it was 20',
    ({ body }) => Object.assign(body.properties.to ?? {}, { maxLength: 10 }),
  ],
  [
    'a request’s shortest text lengthened',
    'POST /things: request.to has the minLength 2, it was 1',
    ({ body }) => Object.assign(body.properties.to ?? {}, { minLength: 2 }),
  ],
  [
    'a limit added',
    'POST /things: request.count has the minimum 0',
    ({ body }) => Object.assign(body.properties.count ?? {}, { minimum: 0 }),
  ],
  [
    'a pattern added',
    'POST /things: request.to has the pattern ^a',
    ({ body }) => Object.assign(body.properties.to ?? {}, { pattern: '^a' }),
  ],
  [
    'a request’s type narrowed',
    'POST /things: request.count is no longer number',
    ({ body }) => Object.assign(body.properties.count ?? {}, { type: 'integer' }),
  ],
  [
    'null no longer taken',
    'POST /things: request.note is no longer null',
    ({ body }) => Object.assign(body.properties, { note: { type: 'string' } }),
  ],
  [
    'the type of a list’s items changed',
    'POST /things: request.tags[] is no longer string',
    ({ body }) => Object.assign(body.properties.tags ?? {}, { items: { type: 'integer' } }),
  ],
  [
    'a value of a request gone',
    'POST /things: request.kind no longer knows the value "b"',
    ({ body }) => body.properties.kind?.enum?.pop(),
  ],
  [
    'a request’s values newly listed',
    'POST /things: request.to takes only ["x"]',
    ({ body }) => Object.assign(body.properties.to ?? {}, { enum: ['x'] }),
  ],
  [
    'further fields refused',
    'POST /things: request takes no further fields',
    ({ body }) => Object.assign(body, { additionalProperties: false }),
  ],
  [
    'names of fields newly limited',
    'POST /things: request limits the names of its fields to {"pattern":"^x-"}',
    ({ body }) => Object.assign(body, { propertyNames: { pattern: '^x-' } }),
  ],
  [
    'a response field gone',
    'GET /things: response 200[].note is gone',
    ({ item }) => delete item.properties.note,
  ],
  [
    'a response field that may be missing',
    'GET /things: response 200[].id may be missing',
    ({ item }) => item.required.shift(),
  ],
  [
    'a response’s type changed',
    'GET /things: response 200[].id is no longer string',
    ({ item }) => Object.assign(item.properties.id ?? {}, { type: 'integer' }),
  ],
  [
    'a response that may be null',
    'GET /things: response 200[].id may be null',
    ({ item }) => Object.assign(item.properties.id ?? {}, { type: ['string', 'null'] }),
  ],
  [
    'a response’s number no longer whole',
    'GET /things: response 200[].size may be number',
    ({ item }) => Object.assign(item.properties.size ?? {}, { type: 'number' }),
  ],
  [
    'a response’s format gone',
    'GET /things: response 200[].at no longer has the format date-time',
    ({ item }) => delete item.properties.at?.format,
  ],
  [
    'a value of a response gone',
    'GET /things: response 200[].state no longer knows the value "sent"',
    ({ item }) => item.properties.state?.enum?.pop(),
  ],
  [
    'a response’s values no longer listed',
    'GET /things: response 200[].state may be any value',
    ({ item }) => delete item.properties.state?.enum,
  ],
];

test.each(breaks)('reports as a breaking change: %s', (_, sentence, edit) => {
  expect(found(edit)).toContain(sentence);
});

const additions: [string, (parts: Edited) => void][] = [
  ['nothing', () => undefined],
  ['a path', ({ document, get }) => Object.assign(document.paths, { '/more': { get } })],
  ['a status', ({ get }) => Object.assign(get.responses, { '429': {} })],
  ['a way in', ({ get }) => get.security.push({ session: [] })],
  ['an optional parameter', ({ get }) => get.parameters.push({ in: 'query', name: 'after' })],
  [
    'an optional request field',
    ({ body }) => Object.assign(body.properties, { more: { type: 'string', maxLength: 3 } }),
  ],
  ['a value of a request', ({ body }) => body.properties.kind?.enum?.push('c')],
  ['a value of a response', ({ item }) => item.properties.state?.enum?.push('lost')],
  ['a response field', ({ item }) => Object.assign(item.properties, { more: { type: 'string' } })],
  [
    'null to a request',
    ({ body }) => Object.assign(body.properties.to ?? {}, { type: ['string', 'null'] }),
  ],
  ['room to a request', ({ body }) => Object.assign(body.properties.to ?? {}, { maxLength: 30 })],
  ['a promise to a response', ({ item }) => item.required.push('note')],
  ['a description', ({ item }) => Object.assign(item, { description: 'A thing.' })],
];

test.each(additions)('allows the addition of %s', (_, edit) => {
  expect(found(edit)).toEqual([]);
});

test('recognises every keyword of our document that limits a value', () => {
  const known = new Set(
    'type enum const properties required additionalProperties items anyOf oneOf $ref minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems pattern format contentEncoding propertyNames default description example title'.split(
      ' ',
    ),
  );
  const keywords = new Set<string>();
  const walk = (schema: Schema) => {
    for (const keyword of Object.keys(schema)) keywords.add(keyword);
    const { properties = {}, items, anyOf = [], oneOf = [] } = schema;
    for (const inner of [...Object.values(properties), ...anyOf, ...oneOf]) walk(inner);
    if (items) walk(items);
  };
  const find = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) key === 'schema' ? walk(value) : find(value);
  };
  find(JSON.parse(readFileSync('docs/openapi-baseline.json', 'utf8')).paths);
  expect([...keywords].filter((keyword) => !known.has(keyword))).toEqual([]);
});
