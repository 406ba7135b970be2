import { expect, test } from 'vitest';
import { createSession } from '#domain/identity/sessions/create-session.ts';
import { aUser } from '../support/account.ts';
import { sharedWeb } from '../support/shared-web.ts';

const web = await sharedWeb();

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${web.url}${path}`, { headers: { 'accept-encoding': 'br, gzip', ...headers } });

const encodingOf = async (...asked: Parameters<typeof ask>) =>
  (await ask(...asked)).headers.get('content-encoding');

test('public pages are sent compressed', async () => {
  const html = await (await ask('/')).text();
  const [stylesheet = ''] = html.match(/\/assets\/[^"]+\.css/) ?? [];
  expect(await encodingOf('/')).toBe('br');
  expect(await encodingOf(stylesheet)).toBe('br');
  expect(await encodingOf('/', { 'accept-encoding': 'gzip' })).toBe('gzip');
});

test('pages for signed-in users are not compressed, as their length could reveal secrets', async () => {
  const { userId } = await aUser();
  const token = await createSession(userId, { kind: 'browser', userAgent: 'tests' });
  const session = encodeURIComponent(btoa(JSON.stringify(token)));
  const dashboard = await ask('/dashboard', { cookie: `sid=${session}` });
  expect(await dashboard.text()).toContain('Welcome back');
  expect(dashboard.headers.get('content-encoding')).toBeNull();
  for (const cookie of [`sid=${session}`, `theme=x; __Host-sid=${session}`]) {
    expect(await encodingOf('/', { cookie })).toBeNull();
    expect(await encodingOf('/_root.data', { cookie })).toBeNull();
  }
});
