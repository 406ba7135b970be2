import { readdir } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { endpoints } from '#app/api/all-endpoints.server.ts';
import {
  createOpenApiDocument,
  getOpenApiDocument,
  oauthRedirectDocs,
} from '#app/api/openapi.server.ts';
import { findEndpoints } from '#app/api/router.server.ts';
import { sharedWeb } from '../harness/shared-web.ts';

const all = [...endpoints, getOpenApiDocument];

test('a public validator accepts the document as OpenAPI 3.1', async () => {
  const validator = new Validator();
  const result = await validator.validate(
    JSON.parse(JSON.stringify(await createOpenApiDocument(all))),
  );
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

test('the document contains every endpoint with its method', async () => {
  const { paths } = await createOpenApiDocument(all);
  for (const { path, method, operationId } of all) {
    const operation = paths[path]?.[method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'];
    expect(operation?.operationId).toBe(operationId);
  }
});

test('every endpoint is found at its path, and each path for browsers has a route', async () => {
  for (const { path, operationId } of all) {
    const found = findEndpoints(`/api/v1${path.replaceAll(/\{\w+\}/g, 'x')}`);
    expect(found?.endpoints.map((endpoint) => endpoint.operationId)).toContain(operationId);
  }
  const visits = (await readdir('app/routes'))
    .filter((file) => file.startsWith('api.v1.') && !file.includes('$'))
    .map((file) => file.replace(/^api\.v1|\.ts$|_(?=\.)/g, '').replaceAll('.', '/'));
  expect(visits.toSorted()).toEqual(Object.keys(oauthRedirectDocs).toSorted());
});

test('a client that has the current document gets 304', async () => {
  const web = await sharedWeb();
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
