import { expect, test } from 'vitest';
import { endpoints } from '#app/api/all-endpoints.server.ts';
import {
  createOpenApiDocument,
  getOpenApiDocument,
  successSchema,
} from '#app/api/openapi.server.ts';
import type { ParameterLocation } from '#app/reference/contract.ts';
import { readOperation } from '#app/reference/read-operations.server.ts';
import {
  buildExample,
  listVariants,
  resolveRefs,
  type Schema,
  splitNullable,
} from '#app/reference/schema.ts';
import type { Operation } from '#app/reference/to-operation.ts';

const all = [...endpoints, getOpenApiDocument];
const published = JSON.parse(JSON.stringify(await createOpenApiDocument(all)));
const paths = resolveRefs(published.paths as Record<string, Record<string, Operation>>, published);

const operationOf = ({ path, method }: (typeof all)[number]): Operation => {
  const operation = paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the document`);
  return operation;
};

const viewOf = async ({ operationId }: (typeof all)[number]) => {
  const found = await readOperation(operationId);
  if (!found) throw new Error(`${operationId} is not in the reference`);
  return found.operation;
};

test.each(all)('the examples of $method $path match its schemas', async (endpoint) => {
  const view = await viewOf(endpoint);
  const examplesAt = (place: ParameterLocation) =>
    Object.fromEntries(
      (view.parameters.find((each) => each.place === place)?.fields ?? []).map(
        ({ name, example }) => [name, example ?? undefined],
      ),
    );
  expect(endpoint.params?.safeParse(examplesAt('path')).error).toBeUndefined();
  expect(endpoint.query?.safeParse(examplesAt('query')).error).toBeUndefined();
  expect(successSchema(endpoint).safeParse(view.success.example).error).toBeUndefined();
  const schema = operationOf(endpoint).requestBody?.content?.['application/json']?.schema;
  expect(endpoint.body === null).toBe(schema === undefined);
  if (!schema) return;
  const forms = listVariants(schema).map((form) => buildExample(form));
  for (const body of [view.body?.example, buildExample(schema), ...forms]) {
    expect(endpoint.body?.safeParse(body).error).toBeUndefined();
  }
});

test.each(all)(
  'the error shown for $method $path is an error that the operation can return',
  async (endpoint) => {
    const { errorExample, errors } = await viewOf(endpoint);
    const { error, ...envelope } = errorExample as { error: { code: string } };
    expect(envelope).toMatchObject({ status: 'error' });
    expect(errors.flatMap(({ errors }) => errors.map(({ code }) => code))).toContain(error.code);
    expect(error).toMatchObject({ docUrl: expect.stringMatching(new RegExp(`#${error.code}$`)) });
  },
);

/** The fields of a schema without an example, a fixed value or a default. */
function bare(given: Schema, at: string): string[] {
  if ('example' in given) return partsOf(given, at);
  const { schema } = splitNullable(given);
  const isDocumented = ['example', 'const', 'enum', 'default'].some((word) => word in schema);
  if (isDocumented || schema.format === 'date-time' || schema.type === 'boolean') return [];
  if (schema.type === 'null') return [];
  const parts = partsOf(schema, at);
  const leaf = !schema.properties && !schema.items && listVariants(schema).length === 0;
  return leaf ? [at] : parts;
}

function partsOf(given: Schema, at: string): string[] {
  const { schema } = splitNullable(given);
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
      bare(field, `${at}.${name}`),
    ),
    ...(schema.items ? bare(schema.items, `${at}[]`) : []),
    ...(schema.properties
      ? []
      : listVariants(schema).flatMap((variant, i) => bare(variant, `${at}|${i}`))),
  ];
}

test('every field of the OpenAPI document has an example', () => {
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody, responses }]) => {
      const bodies = [requestBody, ...Object.values(responses)].flatMap(
        (of) => of?.content?.['application/json']?.schema ?? [],
      );
      return [
        ...parameters.flatMap(({ name, schema, ...own }) =>
          bare({ ...schema, ...own } as Schema, `${method} ${path} ?${name}`),
        ),
        ...bodies.flatMap((schema) => bare(schema, `${method} ${path} `)),
      ];
    }),
  );
  expect(found).toEqual([]);
});
