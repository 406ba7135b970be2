import { request } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { deleteKey, listKeys } from '#domain/identity/api-keys/user-keys.ts';
import type { ScreenId } from '#domain/shared/dashboard-paths.browser.ts';
import { prisma } from '#platform/db.ts';
import { flushRedis } from '../harness/flush-redis.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aMember as signedIn } from '../support/member.ts';
import { insertMessages } from '../support/messages.ts';
import { photos } from '../support/pictures.ts';

// No worker runs, so accepted messages stay queued.
const web = await sharedWeb();
// These tests sign in more often in a minute than one IP address may, so the counts are reset.
beforeEach(flushRedis);

const tab = paths.dashboard;

/**
 * A member with a key and a message. The name of the key and the text begin with `whose`, so that a test can find them on a
 * page.
 */
async function aMember(whose: string) {
  const member = await signedIn(web.url);
  const key = await createKey({ userId: member.userId, name: `${whose} shop` });
  const [message = ''] = await insertMessages(member.userId, [
    { keyId: key.keyId, content: `${whose} text` },
  ]);
  const sent = () => prisma.message.count({ where: { userId: member.userId, state: 'queued' } });
  return { ...member, key, message, sent };
}

describe('a message or key of another user', () => {
  type Theirs = { message: string; key: string };
  const addresses: [path: (id: Theirs) => string, status: number][] = [
    [({ message }) => paths.message(message), 404],
    [({ key }) => paths.messages({ key }), 200],
    [({ key }) => paths.messagesFile(new URLSearchParams({ key })), 200],
    [({ message }) => paths.sent(message), 200],
    [({ key }) => paths.tryKey(key), 200],
    [({ key }) => tab('OTPVerification', { key }), 200],
    [({ key }) => tab('api', { key }), 200],
  ];

  test('is treated like a missing message or key on every page whose URL names it', async () => {
    const [mine, theirs] = [await aMember('My'), await aMember('Their')];
    const ids = { message: theirs.message, key: theirs.key.keyId };
    const nobody = (id: string) => id.replace(/.{10}$/, '0000000000');
    for (const [pathOf, status] of addresses) {
      const path = pathOf(ids);
      const response = await mine.visitor.get(path);
      expect([path, response.status]).toEqual([path, status]);
      for (const secret of ['Their shop', 'Their text', theirs.key.secretKey])
        expect(response.html).not.toContain(secret);
      const nobodys = pathOf({ message: nobody(ids.message), key: nobody(ids.key) });
      expect((await mine.visitor.get(nobodys)).status).toBe(status);
    }
  });

  test('is reported as missing to a call of the explorer with the caller’s own key', async () => {
    const [mine, theirs] = [await aMember('My'), await aMember('Their')];
    const call = { operation: 'getMessage', key: mine.key.keyId };
    const { html } = await mine.visitor.post(paths.explorer('getMessage'), {
      ...call,
      'path.id': theirs.message,
    });
    expect(html).toContain('not_found');
    expect(html).not.toContain('Their text');
  });

  test.each(['edit', 'delete'])(
    'is reported as missing to a form that tries to %s the key',
    async (intent) => {
      const [mine, theirs] = [await aMember('My'), await aMember('Their')];
      const before = await listKeys(theirs.userId);
      const form = { intent, key: theirs.key._id, name: 'Stolen' };
      const answer = await mine.visitor.post(tab('manage-api'), form);
      const page = answer.status === 302 ? await mine.visitor.follow(answer) : answer;
      expect(page.html).toContain(
        'We could not find the entry that you chose; it may have been deleted.',
      );
      expect(await listKeys(theirs.userId)).toEqual(before);
    },
  );
});

test('a form for a tab that does not exist is rejected', async () => {
  const { visitor } = await aMember('My');
  // For an unknown tab, the dashboard shows Home. Home accepts only the forms of the API keys that it lists.
  for (const search of ['', '?tab=nonsense', '?tab=__proto__', '?tab=constructor']) {
    const { status } = await visitor.post(`/dashboard${search}`, { name: 'x' });
    expect([search, status]).toEqual([search, 400]);
  }
  expect((await visitor.post(tab('plan-details'), { name: 'x' })).status).toBe(405);
});

test('long, repeated, malformed and badly encoded fields get a page as response, and never an error 500', async () => {
  const { visitor, key, sent } = await aMember('My');
  const odd = ['x'.repeat(50_000), '\0', '\ud800', '{"$ne":1}', '<script>alert(1)</script>'];
  for (const text of odd) {
    const fields = ['name', 'email', 'description', 'expiresOn', 'phone', 'message', 'otp', 'once'];
    const form = Object.fromEntries(fields.map((name) => [name, text]));
    const tabs: Partial<Record<ScreenId, Record<string, string>>> = {
      account: { intent: 'profile' },
      'manage-api': { intent: 'edit', key: key._id },
      message: { key: key.keyId, country: text },
      OTPVerification: { key: text, country: '+91' },
      'new-api': {},
    };
    for (const [id, more] of Object.entries(tabs)) {
      const { status, html } = await visitor.post(tab(id as ScreenId), { ...form, ...more });
      expect([id, text.slice(0, 9), status < 500 && status >= 400]).toEqual([
        id,
        text.slice(0, 9),
        true,
      ]);
      expect(html).not.toContain('<script>alert(1)');
    }
  }
  expect(await sent()).toBe(0);
});

test('every page answers 404 for a message with a malformed id', async () => {
  const { visitor } = await aMember('My');
  for (const id of ['%00', 'a%00b', 'x'.repeat(5_000), "msg_'--"]) {
    const at = [`/follow/${id}`, paths.message(id), paths.sent(id)];
    const statuses = await Promise.all(at.map(async (path) => (await visitor.get(path)).status));
    expect([id, ...statuses]).toEqual([id, 404, 404, 200]);
  }
});

describe('a form that is submitted twice at once', () => {
  const once = (html: string) => /name="once"[^>]*value="([^"]+)"/.exec(html)?.[1] ?? '';

  test('creates only one key', async () => {
    const { visitor, userId } = await aMember('My');
    const { html } = await visitor.get(tab('new-api'));
    const form = { name: 'Twice', mode: 'live', mayOtp: 'on', once: once(html) };
    expect(form.once).not.toBe('');
    const both = await Promise.all([0, 1].map(() => visitor.post(tab('new-api'), form)));
    expect(both.map(({ status }) => status)).toEqual([302, 302]);
    expect(await listKeys(userId)).toHaveLength(2);
    // If the user changes the form and submits it again, the dashboard creates another key.
    await visitor.post(tab('new-api'), { ...form, name: 'Another' });
    expect(await listKeys(userId)).toHaveLength(3);
  });

  test('saves the profile and its picture only once, and sends only one email to the new address', async () => {
    const { visitor, userId, user } = await aMember('My');
    const email = `twice${Date.now()}@example.com`;
    const { password } = user;
    const save = () => {
      const form = new FormData();
      const fields = { intent: 'profile', name: 'Twice', email, password };
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('picture', new File([new Uint8Array(photos.png)], 'me.png'));
      return visitor.post(tab('account'), form);
    };
    const both = await Promise.all([save(), save()]);
    expect(both.map(({ status }) => status)).toEqual([302, 302]);
    expect(await prisma.email.count({ where: { email } })).toBe(1);
    expect(await prisma.avatar.count({ where: { userId } })).toBe(1);
  });

  test('deletes the key, and neither request fails', async () => {
    const { visitor, userId, key } = await aMember('My');
    const form = { intent: 'delete', key: key._id };
    const both = await Promise.all([0, 1].map(() => visitor.post(tab('manage-api'), form)));
    expect(both.map(({ status }) => status)).toEqual([302, 302]);
    expect(await listKeys(userId)).toEqual([]);
  });
});

test('changing a key that was deleted in another window shows an error', async () => {
  const { visitor, userId, key } = await aMember('My');
  await createKey({ userId, name: 'Other' });
  await deleteKey(userId, key._id);
  const form = { intent: 'edit', key: key._id, name: 'Typed meanwhile' };
  const { status, html } = await visitor.post(tab('manage-api'), form);
  expect(status).toBe(404);
  expect(html).toMatch(/role="alert"[^>]*>[^<]*We could not find the entry that you chose/);
});

describe('a form with files sent to a screen', () => {
  const account = paths.dashboard('account');

  test('with an endless body is answered before the body ends', async () => {
    const { cookie } = await signedIn(web.url);
    const headers = {
      cookie: cookie(),
      origin: web.url,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': 1024 ** 3,
    };
    const sending = request(`${web.url}${account}`, { method: 'POST', headers });
    sending.on('error', () => undefined);
    const answered = new Promise<number | undefined>((resolve) =>
      sending.on('response', ({ statusCode }) => resolve(statusCode)),
    );
    const part = (name: string, more = '') =>
      `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
    sending.write(`${part('intent')}profile\r\n${part('picture', '; filename="a"')}`);
    sending.write(Buffer.alloc(3 * 1024 * 1024));
    expect(await answered).toBe(413);
    sending.destroy();
  });

  test('is answered without being read if the visitor is not signed in', async () => {
    const headers = {
      origin: web.url,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 2 * 1024 * 1024,
    };
    const status = await new Promise((resolve, reject) => {
      const sent = request(`${web.url}${account}`, { method: 'POST', headers });
      sent.on('response', (response) => {
        resolve(response.statusCode);
        sent.destroy();
      });
      sent.on('error', reject);
      // The client sends only these bytes of the body, and never the rest.
      sent.write('--x\r\n');
    });
    expect(status).toBe(302);
  });

  describe('a malformed form', () => {
    const field = (name: string, value: string) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

    test.each([
      ['no boundary', 400, '', 'multipart/form-data; x'],
      ['no parts', 400, 'nothing of the kind'],
      ['no end', 400, field('intent', 'profile')],
      ['a part without a name', 400, '--b\r\n\r\nx\r\n--b--\r\n'],
      ['fields too large', 413, `${field('name', 'x'.repeat(70_000))}--b--\r\n`],
      ['more parts than any page has fields', 413, `${field('a', '').repeat(10_000)}--b--`],
      ['many parts', 400, `${field('a', '').repeat(190)}--b--\r\n`],
    ])(
      'with %s is rejected',
      async (_, expected, body, type = 'multipart/form-data; boundary=b') => {
        const { cookie } = await signedIn(web.url);
        const headers = { cookie: cookie(), origin: web.url, 'content-type': type };
        const sent = await fetch(`${web.url}${account}`, { method: 'POST', headers, body });
        expect(sent.status).toBe(expected);
      },
    );

    test('with fields sent as files, or a file sent as a field, is rejected', async () => {
      const { visitor } = await signedIn(web.url);
      const form = new FormData();
      form.append('intent', 'profile');
      form.append('name', 'Twice');
      form.append('name', new File(['x'], 'name.txt'));
      form.append('email', new File(['x'], 'email.txt'));
      form.append('picture', 'no file');
      const { status, html } = await visitor.post(account, form);
      expect(status).toBe(400);
      expect(html).toContain('Please choose one picture');
    });

    test('is rejected by tabs that accept no files', async () => {
      const { visitor } = await signedIn(web.url);
      const form = new FormData();
      form.append('name', new File(['x'], 'x'));
      expect((await visitor.post(paths.dashboard('new-api'), form)).status).toBe(415);
    });
  });
});
