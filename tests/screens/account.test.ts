import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { signedIn } from '../support/signed-in.ts';

const web = await sharedWeb();
const account = paths.dashboard('account');

test('name and address can be changed, and errors are shown beside their fields', async () => {
  const user = await aUser();
  const visitor = await signedIn(web.url, user);
  const empty = await visitor.post(account, { intent: 'profile', name: '', email: 'half@' });
  expect(empty.status).toBe(400);
  expect(empty.html).toContain('Please enter your name');
  expect(empty.html).toContain('value="half@"');
  const sent = await visitor.post(account, {
    intent: 'profile',
    name: 'Renamed',
    email: user.email,
  });
  expect(sent).toMatchObject({ status: 302, location: account });
  expect((await visitor.follow(sent)).html).toContain('Renamed');
});

test('the page lists the user’s sessions, and can end one session or all sessions', async () => {
  const user = await aUser();
  const [one, other] = [await signedIn(web.url, user), await signedIn(web.url, user)];
  const { html } = await one.get(account);
  expect(html.match(/This device/g)).toHaveLength(1);
  const ids = [...html.matchAll(/name="session"[^>]*value="([^"]+)"/g)].map(([, id]) => id ?? '');
  // Besides this device, the page lists two sessions: that of the second visitor, and that of the token of `aUser`.
  expect(ids).toHaveLength(2);
  for (const session of ids) await one.post(account, { intent: 'sign-out', session });
  expect((await other.get('/dashboard')).status).toBe(302);
  expect((await one.get('/dashboard')).status).toBe(200);
  const all = await one.post(account, { intent: 'sign-out-everywhere' });
  expect(all).toMatchObject({ status: 302, location: '/login' });
  expect([...one.jar.keys()]).toEqual(['flash']);
  expect((await one.get('/dashboard')).status).toBe(302);
});

test('ending the browser’s own session deletes its cookies', async () => {
  const user = await aUser();
  const visitor = await signedIn(web.url, user);
  const session = await prisma.session.findFirstOrThrow({
    where: { userId: user.userId, kind: 'browser' },
  });
  const sent = await visitor.post(account, { intent: 'sign-out', session: session.id });
  expect(sent).toMatchObject({ status: 302, location: '/' });
  expect([...visitor.jar.keys()]).toEqual(['flash']);
});

test('a user cannot end another user’s session', async () => {
  const [mine, theirs] = [await aUser(), await aUser()];
  const visitor = await signedIn(web.url, mine);
  const session = await prisma.session.findFirstOrThrow({ where: { userId: theirs.userId } });
  await visitor.post(account, { intent: 'sign-out', session: session.id });
  expect(await prisma.session.count({ where: { id: session.id } })).toBe(1);
});

test('an unconfirmed address shows a reminder, from which another email can be requested', async () => {
  const user = await aUser({ confirmed: false });
  const visitor = await signedIn(web.url, user);
  expect((await visitor.get('/dashboard')).html).toContain('Send again');
  const sent = await visitor.post('/send-confirmation', { to: account });
  expect(sent).toMatchObject({ status: 302, location: account });
  expect((await visitor.follow(sent)).html).toContain(
    `We have emailed a new link to ${user.email}.`,
  );
  expect(await prisma.email.count({ where: { email: user.email, kind: 'welcome' } })).toBe(1);
  const confirmed = await signedIn(web.url, await aUser());
  expect((await confirmed.get('/dashboard')).html).not.toContain('Send again');
});

test('an unknown tab shows the first tab, with the title Dashboard', async () => {
  const visitor = await signedIn(web.url, await aUser());
  for (const path of ['/dashboard', '/dashboard?tab=nonsense', '/dashboard?tab=__proto__']) {
    const { status, html } = await visitor.get(path);
    expect(status).toBe(200);
    expect(html).toContain('<title>Dashboard · Dakiya</title>');
  }
});

test('a collapsed sidebar stays collapsed, and its form redirects only within this site', async () => {
  const visitor = await signedIn(web.url, await aUser());
  const sent = await visitor.post('/sidebar', { width: 'narrow', to: account });
  expect(sent.location).toBe(account);
  expect((await visitor.follow(sent)).html).toContain('Expand sidebar');
  const elsewhere = await visitor.post('/sidebar', { width: 'wide', to: '//evil.example' });
  expect(elsewhere.location).toBe('/dashboard');
});
