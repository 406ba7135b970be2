import { beforeEach, describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { listKeys } from '#domain/identity/api-keys/user-keys.ts';
import { prisma } from '#platform/db.ts';
import { axeViolations, launchBrowser, localhostUrl, openPageAs } from '../harness/browser.ts';
import { flushRedis, forgetLoginDelays } from '../harness/flush-redis.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { client } from '../support/client.ts';
import { aMember } from '../support/member.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { joinText } from '../support/signed-in.ts';
import { dataOf } from '../support/visitor.ts';

const web = await sharedWeb();
const browser = await launchBrowser();

const manage = paths.dashboard('manage-api');
const asks = 'Your last login was more than 15 minutes ago.';

beforeEach(flushRedis);

async function anOwner() {
  const member = await aMember(web.url);
  const key = await createKey({ userId: member.userId, name: 'Shop' });
  return { ...member, key };
}

const keysOf = (userId: string) => prisma.credential.count({ where: { userId } });

describe('REST API', () => {
  test('a recent login gets the secrets, and an older login gets masked secrets', async () => {
    const { user, userId, key } = await anOwner();
    const call = client(web.url, user);
    const list = async () => (await call.get('/api-keys/view-api-keys')).body.data;
    expect(await list()).toEqual([key]);
    await signedInLongAgo(userId);
    expect(await list()).toEqual([{ ...key, secretKey: 'sk_••••••••' }]);
    const changed = await call.call('PATCH', `/api-keys/${key._id}`, { body: { name: 'Store' } });
    expect(changed.body.data).toMatchObject({ name: 'Store', secretKey: 'sk_••••••••' });
  });

  test('an older login cannot create, delete or turn on a key', async () => {
    const { user, userId, key } = await anOwner();
    await prisma.credential.updateMany({ where: { userId }, data: { isActive: false } });
    await signedInLongAgo(userId);
    const call = client(web.url, user);
    const replies = [
      await call.post('/api-keys/create-api-key', { name: 'Another' }),
      await call.post('/api-keys/create-api-key', { name: 'x' }, { 'idempotency-key': 'once' }),
      await call.call('DELETE', `/api-keys/api-keys/${key._id}`),
      await call.call('PATCH', `/api-keys/${key._id}`, { body: { isActive: true } }),
    ];
    for (const { status, body } of replies) {
      expect([status, body.error.code]).toEqual([403, 'reauthentication_required']);
      expect(body.message).toBe(
        'This needs a login that is at most 15 minutes old. Please log in again.',
      );
    }
    expect(await keysOf(userId)).toBe(1);
    const { email, password } = user;
    const { token } = (await client(web.url, null).post('/users/login', { email, password })).body;
    const again = await client(web.url, { token }).post('/api-keys/create-api-key', { name: 'x' });
    expect(again.status).toBe(201);
  });

  test('a new key causes one email, which names the IP address of the request', async () => {
    const { user } = await anOwner();
    const once = { 'idempotency-key': 'once' };
    const create = () =>
      client(web.url, user).post('/api-keys/create-api-key', { name: 'New' }, once);
    const { body } = await create();
    await create();
    const queuedEmails = await prisma.email.findMany({
      where: { email: user.email, kind: 'key_created' },
    });
    expect(queuedEmails).toMatchObject([{ about: body.data._id }]);
    const { renderQueuedEmail: renderEmail } = await import('../support/emails.ts');
    const [queuedEmail] = queuedEmails;
    const rendered = queuedEmail && (await renderEmail('key_created', queuedEmail));
    expect(rendered?.text).toContain(`The API key “New” (${body.data.keyId}) was created on`);
    expect(rendered?.text).toMatch(/from the address \S+/);
    expect(rendered?.text).toContain(manage);
  });
});

describe('pages without JavaScript', () => {
  test('no page and no page data contains a secret before the secret is requested', async () => {
    const { visitor, key } = await anOwner();
    const dashboard = [
      'home',
      'manage-api',
      'api',
      'message',
      'OTPVerification',
      'documentation',
    ] as const;
    for (const page of [...dashboard.map((tab) => paths.dashboard(tab)), paths.key(key._id)]) {
      const { html, status } = await visitor.get(page);
      expect(status).toBe(200);
      expect(html).not.toContain(key.secretKey);
      const data = await visitor.get(dataOf(page));
      expect(data.html).not.toContain(key.secretKey);
    }
    const shown = await visitor.post(paths.key(key._id), { intent: 'reveal', key: key._id });
    expect(joinText(shown)).toContain(key.secretKey);
    expect((await visitor.get(paths.key(key._id))).html).not.toContain(key.secretKey);
  });

  test.each([
    ['reveal', 'Home', () => paths.dashboard('home')],
    ['reveal', 'its screen', paths.key],
  ])(
    'the form to %s a secret on %s asks for the password more than 15 minutes after the sign-in',
    async (intent, _, pageOf) => {
      const { visitor, user, userId, key } = await anOwner();
      const page = pageOf(key._id);
      await signedInLongAgo(userId);
      const fields = { intent, key: key._id };
      const response = await visitor.post(page, fields);
      expect([response.status, joinText(response).includes(asks)]).toEqual([403, true]);
      expect(response.html).not.toContain(key.secretKey);
      const wrong = await visitor.post(page, { ...fields, confirmPassword: 'wrong one' });
      expect([wrong.status, joinText(wrong).includes('The password is not correct.')]).toEqual([
        400,
        true,
      ]);
      const right = await visitor.post(page, { ...fields, confirmPassword: user.password });
      expect(right.status).toBe(200);
      expect(joinText(right)).toContain(key.secretKey);
      // The password makes the sign-in count as recent.
      expect(joinText(await visitor.post(page, fields))).toContain(key.secretKey);
    },
  );

  test('the form that asks for the password keeps the input for the new key', async () => {
    const { visitor, user, userId } = await anOwner();
    await signedInLongAgo(userId);
    const page = paths.dashboard('new-api');
    const fields = {
      ...{ name: 'Typed & "kept"', description: 'Words', mode: 'test' },
      ...{ mayOtp: 'on', only: 'svc_01KAF9V7Z5W3N8Q2R4T6Y8B0CD', once: 'req_1' },
    };
    const response = await visitor.post(page, fields);
    expect(response.status).toBe(403);
    const hidden = Object.fromEntries(
      [...response.html.matchAll(/<input [^>]*type="hidden"[^>]*>/g)]
        .map(([input]) => [/ name="(\w+)"/.exec(input)?.[1], / value="([^"]*)"/.exec(input)?.[1]])
        .filter(([name = '']) => name in fields)
        .map(([name, value = '']) => [
          name,
          value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
        ]),
    );
    expect(hidden).toEqual(fields);
    expect(await keysOf(userId)).toBe(1);
    const done = await visitor.post(page, { ...hidden, confirmPassword: user.password });
    expect(done.status).toBe(302);
    expect(done.location).toContain('?created=key_');
    expect((await visitor.follow(done)).html).toContain('API Key created successfully');
    expect(await keysOf(userId)).toBe(2);
    const [, made] = await listKeys(userId);
    expect(made).toMatchObject({ scopes: ['otp'], services: [fields.only] });
  });

  test('a key is deleted only after the password is entered', async () => {
    const { visitor, user, userId, key } = await anOwner();
    await signedInLongAgo(userId);
    const fields = { intent: 'delete', key: key._id };
    expect((await visitor.post(manage, fields)).status).toBe(403);
    expect(await keysOf(userId)).toBe(1);
    const done = await visitor.post(manage, { ...fields, confirmPassword: user.password });
    expect((await visitor.follow(done)).html).toContain('API deleted successfully');
    expect(await keysOf(userId)).toBe(0);
  });

  test('wrong passwords count towards the login limits', async () => {
    const { visitor, userId, key } = await anOwner();
    await signedInLongAgo(userId);
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) {
      await forgetLoginDelays();
      const fields = { intent: 'reveal', key: key._id, confirmPassword: `wrong ${i}` };
      const { status } = await visitor.post(manage, fields);
      statuses.push(status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400));
    expect(statuses[10]).toBe(429);
  });

  test('a user without a password sees how to set a password, and no secret', async () => {
    const { visitor, userId, key } = await anOwner();
    await prisma.user.update({ where: { id: userId }, data: { passwordHash: null } });
    await signedInLongAgo(userId);
    const response = await visitor.post(manage, { intent: 'reveal', key: key._id });
    expect(response.status).toBe(403);
    expect(response.html).not.toContain('name="confirmPassword"');
    expect(joinText(response)).toContain('Set a password by email');
    // An account without a password rejects every password.
    const forged = { intent: 'reveal', key: key._id, confirmPassword: 'anything' };
    expect((await visitor.post(manage, forged)).status).toBe(400);
  });

  test('a user cannot read another user’s secret', async () => {
    const [mine, theirs] = [await anOwner(), await anOwner()];
    const shown = await mine.visitor.post(manage, { intent: 'reveal', key: theirs.key._id });
    expect(shown).toMatchObject({ status: 302, location: manage });
    const copied = await mine.visitor.post('/api-key-secret', { key: theirs.key._id });
    expect([copied.status, copied.html.includes(theirs.key.secretKey)]).toEqual([404, false]);
  });

  test('the copy script gets a secret only after a recent sign-in', async () => {
    const { visitor, userId, key } = await anOwner();
    const ask = () => visitor.post('/api-key-secret', { key: key._id });
    expect(JSON.parse((await ask()).html)).toEqual({ secretKey: key.secretKey });
    await signedInLongAgo(userId);
    const refused = await ask();
    expect([refused.status, JSON.parse(refused.html).code]).toEqual([
      403,
      'reauthentication_required',
    ]);
    visitor.jar.clear();
    expect((await ask()).status).toBe(401);
  });
});

test.each([
  ['light', 360],
  ['dark', 1280],
] as const)(
  'copying a secret asks for the password 15 minutes after the sign-in, in %s mode at %i px',
  async (colorScheme, width) => {
    const user = await aUser();
    const key = await createKey({ userId: user.userId, name: 'Shop' });
    const page = await openPageAs(user, browser, localhostUrl(web), { colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await signedInLongAgo(user.userId);
    await page.goto(manage);
    await page.getByRole('button', { name: 'Copy API Key of Shop' }).click();
    await page.getByText(asks).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
    await page.getByLabel('Password').fill(user.password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(key.secretKey).waitFor();
    await page.getByRole('button', { name: 'Copy API Key of Shop' }).click();
    await page.getByRole('status').getByText('API Key copied to clipboard').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key.secretKey);
  },
);
