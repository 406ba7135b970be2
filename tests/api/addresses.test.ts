import { describe, expect, test } from 'vitest';
import { aRemixDoor } from '../harness/remix-door.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { anAccount, aUser } from '../support/account.ts';
import { client } from '../support/client.ts';

const [web, door, account, user] = await Promise.all([
  sharedWeb(),
  stopAfterFile(aRemixDoor()),
  anAccount(),
  aUser(),
]);

const withKey = { 'x-api-id': account.keyId, 'x-api-key': account.secretKey };

describe.each([
  ['the product', web.url],
  ['Remix’s ordinary handler', door.url],
])('%s', (_, url) => {
  const get = (path: string) => fetch(url + path, { headers: withKey, redirect: 'manual' });

  test.each([
    '/api/v1/balance',
    '/api/v1/balance/',
    '/api/v1/balance//',
    '/api//v1/balance',
    '/API/v1/Balance',
    '/api/v1/BALANCE?x=1',
    '/api/v1/bal%61nce',
    '/api/v1/messages/../balance',
  ])('%s returns the balance', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect((await response.json()).message).toBe('Balance');
    expect(response.headers.get('x-request-id')).toMatch(/^req_\w{26}$/);
  });

  test.each([
    '/api',
    '/api/',
    '/API/V1',
    '/api/v1/balance.data',
    '/api/v1/balance%2Edata',
    '/api/v1/balance/x',
    '/api/v1/messages%2Fsend-message',
    '/api/v1/%ff',
    '/api/v1/__proto__',
    '/api/v1/constructor/x',
    '/api/v2/balance',
  ])('%s is not an endpoint', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('json');
    expect((await response.json()).error.message).toBe('There is no endpoint at this path.');
    expect(response.headers.get('x-request-id')).toMatch(/^req_\w{26}$/);
  });

  test('a path without parameters takes precedence over a path with parameters, for every method', async () => {
    const reply = await client(url, user).get('/api-keys/create-api-key');
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST']);
    const capitals = await client(url, user).get('/API-keys/Create-Api-Key');
    expect([capitals.status, capitals.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('a path parameter is decoded, but not changed otherwise', async () => {
    const { body } = await client(web.url, account).send('9876543210', 'Hello');
    const id: string = body.data._id;
    expect((await client(url, account).get(`/messages/${id}`)).status).toBe(200);
    const encoded = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
    expect((await client(url, account).get(`/messages/${encoded}`)).body.data._id).toBe(id);
    expect((await client(url, account).get(`/messages/${id.toUpperCase()}`)).status).toBe(404);
  });

  test('HEAD returns the headers of GET without a body, and other methods are rejected', async () => {
    const head = await fetch(`${url}/api/v1/balance`, { method: 'HEAD', headers: withKey });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const reply = await client(url, account).call(method, '/balance');
      expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET']);
    }
  });

  test.each(['/api/v1/users/google', '/API/v1/users/Google/', '/api/v1/users/g%6Fogle/callback'])(
    'a browser that opens %s is redirected, and no API endpoint handles the request',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(302);
      expect(response.headers.get('location')).toContain('/auth/callback');
    },
  );
});
