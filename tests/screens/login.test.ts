import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { startWeb } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { aVisitor } from '../support/visitor.ts';

const web = await sharedWeb();

test('a login redirects to the dashboard, with cookies that are deleted when the browser closes', async () => {
  const { email, password } = await aUser({ name: 'Asha Rao' });
  const visitor = aVisitor(web.url);
  const sent = await visitor.post('/login', { email, password });
  expect(sent).toMatchObject({ status: 302, location: '/dashboard' });
  for (const name of ['sid', 'last_user'])
    expect(visitor.jar.get(name)?.attributes).toBe('Path=/; HttpOnly; SameSite=Lax');
  const dashboard = await visitor.follow(sent);
  expect(dashboard.status).toBe(200);
  expect(dashboard.html).toContain('You have successfully logged in.');
  expect(dashboard.html).toContain('Asha Rao');
  expect(dashboard.headers.get('cache-control')).toBe('no-store');
});

test('a login with “Remember me” survives closing the browser', async () => {
  const { email, password } = await aUser();
  const visitor = aVisitor(web.url);
  await visitor.post('/login', { email, password, remember: 'on' });
  for (const name of ['sid', 'last_user'])
    expect(visitor.jar.get(name)?.attributes).toContain(`Max-Age=${400 * 24 * 3_600}`);
});

test('over HTTPS the session cookie is secure and bound to the host', async () => {
  const secure = await startWeb({ PUBLIC_URL: 'https://dakiya.example' });
  try {
    const { email, password } = await aUser();
    const visitor = aVisitor(secure.url);
    const origin = 'https://dakiya.example';
    await visitor.post('/login', { email, password }, { origin });
    expect(visitor.jar.get('__Host-sid')?.attributes).toBe(
      'Path=/; HttpOnly; Secure; SameSite=Lax',
    );
  } finally {
    await secure.stop();
  }
});

test.each([
  ['a wrong password', { password: 'wrong horse' }],
  ['an unknown address', { email: 'nobody@example.com' }],
])(
  '%s gets the same error, and the form keeps the address but not the password',
  async (_what, wrong) => {
    const user = await aUser();
    const fields = { email: user.email, password: user.password, ...wrong };
    const visitor = aVisitor(web.url);
    const page = await visitor.post('/login', fields);
    expect(page.status).toBe(401);
    expect(page.html).toContain('Incorrect email or password.');
    expect(page.html).toContain(`value="${fields.email}"`);
    expect(page.html).not.toContain(fields.password);
    expect(visitor.jar.has('sid')).toBe(false);
  },
);

test('a protected page redirects to the login, and the login redirects back to the page', async () => {
  const { email, password } = await aUser();
  const visitor = aVisitor(web.url);
  const turned = await visitor.get(paths.dashboard('account'));
  expect(turned).toMatchObject({
    status: 302,
    location: `/login?to=${encodeURIComponent(paths.dashboard('account'))}`,
  });
  const sent = await visitor.post(turned.location ?? '', { email, password });
  expect(sent).toMatchObject({ status: 302, location: paths.dashboard('account') });
});

test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/\t/evil.example'])(
  'a login does not redirect to another site: to=%j',
  async (to) => {
    const { email, password } = await aUser();
    const path = `/login?to=${encodeURIComponent(to)}`;
    const visitor = aVisitor(web.url);
    expect((await visitor.get(path)).html).not.toMatch(/(href|action)="(?!\/login\?)[^"]*evil/);
    const sent = await visitor.post(path, { email, password });
    expect(sent).toMatchObject({ status: 302, location: '/dashboard' });
  },
);

test.each(['/login', '/register'])(
  'a signed-in user is redirected from %s to the dashboard',
  async (path) => {
    const { email, password } = await aUser();
    const visitor = aVisitor(web.url);
    await visitor.post('/login', { email, password });
    expect(await visitor.get(path)).toMatchObject({ status: 302, location: '/dashboard' });
  },
);

test('a login ends the previous session of the browser', async () => {
  const { email, password } = await aUser();
  const visitor = aVisitor(web.url);
  await visitor.post('/login', { email, password });
  const before = visitor.jar.get('sid');
  await visitor.post('/login', { email, password });
  expect((await visitor.get('/dashboard')).status).toBe(200);
  const old = aVisitor(web.url);
  if (before) old.jar.set('sid', before);
  expect((await old.get('/dashboard')).status).toBe(302);
});

test('logging out ends the session on the server, and does not only delete the cookie', async () => {
  const { email, password } = await aUser();
  const visitor = aVisitor(web.url);
  await visitor.post('/login', { email, password });
  const held = visitor.jar.get('sid');
  expect(await visitor.post('/logout', {})).toMatchObject({ status: 302, location: '/' });
  expect(visitor.jar.has('sid')).toBe(false);
  if (held) visitor.jar.set('sid', held);
  expect((await visitor.get('/dashboard')).status).toBe(302);
});

test('opening the logout URL with GET does not sign out', async () => {
  const { email, password } = await aUser();
  const visitor = aVisitor(web.url);
  await visitor.post('/login', { email, password });
  expect((await visitor.get('/logout')).location).toBe('/');
  expect((await visitor.get('/dashboard')).status).toBe(200);
});
