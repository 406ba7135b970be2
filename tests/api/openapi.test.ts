import { readdir } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { browserCalls } from '#app/api/browser-calls.ts';
import { getOpenapi } from '#app/api/endpoints/get-openapi.server.ts';
import { endpoints } from '#app/api/endpoints.server.ts';
import { createOpenApiDocument } from '#app/api/openapi.server.ts';
import { startWeb, untilTestEnds } from '../support/programs.ts';

const all = [...endpoints, getOpenapi];

test('the document is valid OpenAPI 3.1 by a public validator', async () => {
  const validator = new Validator();
  const result = await validator.validate(JSON.parse(JSON.stringify(createOpenApiDocument(all))));
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

test('every endpoint stands in the document with its method', () => {
  const { paths = {} } = createOpenApiDocument(all);
  for (const { path, method, operationId } of all) {
    const operation = paths[path]?.[method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'];
    expect(operation?.operationId).toBe(operationId);
  }
});

test('every route under /api/v1 serves an endpoint, and every endpoint has a route', async () => {
  const files = await readdir('app/routes');
  const served = files
    .filter((file) => file.startsWith('api.v1.'))
    .map((file) =>
      file
        .replace(/^api\.v1/, '')
        .replace(/\.ts$/, '')
        .replaceAll('[.]', '\0')
        .replaceAll('_.', '.')
        .replaceAll('.', '/')
        .replaceAll('\0', '.')
        .replace(/\$(\w+)/g, '{$1}'),
    );
  const paths = [...all.map(({ path }) => path), ...Object.keys(browserCalls)];
  expect(served.sort()).toEqual([...new Set(paths)].sort());
});

test('the document is sent again only to who does not have it', async () => {
  const web = await untilTestEnds(startWeb());
  const url = `${web.url}/api/v1/openapi.json`;
  const first = await fetch(url);
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  expect(Object.keys((await first.json()).paths)).toContain('/messages/batch');
  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const again = await fetch(url, { headers: { 'if-none-match': tag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(again.headers.get('etag')).toBe(etag);
  }
  expect((await fetch(url, { headers: { 'if-none-match': '"x"' } })).status).toBe(200);
});
