import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  draftTtlSeconds,
  maxDraftBytes,
  maxDraftsPerUser,
  restoreDraft,
  saveDraft,
} from '#app/dashboard/screen.server.ts';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { listKeysWithSecrets } from '#domain/identity/api-keys/user-keys.ts';
import type { ScreenId } from '#domain/shared/dashboard-paths.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { openRedis } from '#platform/redis.ts';
import { flushRedis } from '../harness/flush-redis.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { aUser } from '../support/account.ts';
import { aMember as signedIn } from '../support/member.ts';
import { photos } from '../support/pictures.ts';

const web = await sharedWeb();

/** A text with the maximum number of segments. */
const longest = 'नमस्ते, आपका पार्सल आज पहुँचेगा। '.repeat(30).slice(0, 669).padEnd(670, '।');

/** The maximum number of allowed addresses, each of maximum length. */
const addresses = Array.from(
  { length: 50 },
  (_, i) => `2001:db8:aaaa:bbbb:cccc:dddd:eeee:${1_000 + i}/128`,
).join('\n');

const tab = paths.dashboard;

// These tests sign in more often than one IP address may, so the counts are reset.
beforeEach(flushRedis);

async function aMember() {
  const member = await signedIn(web.url);
  const key = await createKey({ userId: member.userId, name: 'Shop' });
  const sent = () => prisma.message.count({ where: { userId: member.userId } });
  return { ...member, key, sent };
}

describe('the draft of a form that was sent with an expired session', () => {
  const said = 'Your session had expired, so this form was not submitted.';
  const notKept = 'Your session had expired, and we could not save what you typed.';

  const recipient = { country: '+91', phone: '9876543210' };
  const typedName = 'Typed <name>';
  const forms: [page: string, Record<string, string>, shown: string[]][] = [
    [
      tab('account'),
      { intent: 'profile', name: typedName, email: 'half@' },
      ['value="Typed &lt;name&gt;"', 'value="half@"'],
    ],
    [tab('new-api'), { name: 'Typed', description: 'Words' }, ['value="Typed"', 'value="Words"']],
    [
      tab('message'),
      { ...recipient, message: 'नमस्ते ₹1' },
      ['value="9876543210"', '>नमस्ते ₹1</textarea>'],
    ],
    [tab('message'), { ...recipient, message: longest }, [`>${longest}</textarea>`]],
    [
      tab('OTPVerification'),
      { ...recipient, otp: '123456', stage: 'verify', intent: 'verify' },
      ['value="9876543210"', 'Verify OTP'],
    ],
    [
      tab('settings'),
      { ipFiltering: 'on', allowedAddresses: addresses },
      [`>${addresses}</textarea>`],
    ],
    [
      paths.newEntity,
      { entity_id: '1.1E+18', name: typedName },
      ['value="1.1E+18"', 'value="Typed &lt;name&gt;"'],
    ],
    [
      paths.checkMessage,
      { intent: 'check', text: ' Typed ₹1', sender: 'ACMEIN' },
      ['> Typed ₹1</textarea>', 'value="ACMEIN"'],
    ],
    [
      paths.explorer('sendMessage'),
      { operation: 'sendMessage', 'body.message': 'Typed text' },
      ['value="Typed text"'],
    ],
  ];

  test.each(forms)(
    'is restored after the login, and the form was not carried out when the session had expired, on %s',
    async (page, fields, shown) => {
      const { visitor, user, userId, sent, key } = await aMember();
      await prisma.session.deleteMany({ where: { userId } });
      const late = await visitor.post(page, { key: key.keyId, ...fields });
      expect(late).toMatchObject({ status: 302, location: paths.loginThen(page) });
      expect(await sent()).toBe(0);
      expect(await listKeysWithSecrets(userId)).toHaveLength(1);
      const { email, password } = user;
      const back = await visitor.post(late.location ?? '', { email, password });
      expect(back.location).toBe(page);
      const { html } = await visitor.follow(back);
      expect(html).toContain(said);
      for (const words of shown) expect(html).toContain(words);
      expect(html).not.toContain('value="123456"');
      expect((await visitor.get(page)).html).not.toContain(said);
    },
  );

  test('is not restored for another user who signs in with the same browser', async () => {
    const { visitor, userId } = await aMember();
    await prisma.session.deleteMany({ where: { userId } });
    const late = await visitor.post(tab('message'), { phone: '9876543210', message: 'Private' });
    const other = await aUser();
    const { email, password } = other;
    const { html } = await visitor.follow(
      await visitor.post(late.location ?? '', { email, password }),
    );
    expect(html).toContain(other.email);
    expect(html).not.toContain('Private');
    expect((await visitor.get(tab('message'))).html).not.toContain('Private');
  });

  test('contains the checkboxes of the settings', async () => {
    const { visitor, user, userId } = await aMember();
    await prisma.session.deleteMany({ where: { userId } });
    await visitor.post(tab('settings'), { requestValidation: 'on', email: 'on' });
    await visitor.post('/login', { email: user.email, password: user.password });
    const { html } = await visitor.get(tab('settings'));
    expect(html).toContain(said);
    const ticked = html.match(/<input (?=[^>]*type="checkbox")(?=[^>]* checked="")[^>]*>/g) ?? [];
    const names = ticked.map((input) => /name="(\w+)"/.exec(input)?.[1]);
    expect(names).toEqual(['requestValidation', 'email']);
  });

  test('contains the changes to a key', async () => {
    const { visitor, user, userId, key } = await aMember();
    await prisma.session.deleteMany({ where: { userId } });
    const form = { intent: 'edit', key: key._id, name: 'Typed name', isActive: 'on' };
    await visitor.post(paths.key(key._id), form);
    await visitor.post('/login', { email: user.email, password: user.password });
    const { html } = await visitor.get(paths.key(key._id));
    expect(html).toContain(said);
    expect(html).toContain('value="Typed name"');
    expect(await listKeysWithSecrets(userId)).toEqual([key]);
  });

  test.each(['too long', 'of an unknown user'])(
    'is not saved if it is %s, and the login says so',
    async (which) => {
      const { visitor, userId } = await aMember();
      await prisma.session.deleteMany({ where: { userId } });
      // The encoded draft is longer than the form.
      const message = '\u0001'.repeat(which === 'too long' ? 20_000 : 1);
      if (which !== 'too long') visitor.jar.delete('last_user');
      const late = await visitor.post(tab('message'), { message });
      expect(late.location).toBe(`/login?to=${encodeURIComponent(tab('message'))}`);
      expect(visitor.jar.has('draft')).toBe(false);
      expect((await visitor.follow(late)).html).toContain(notKept);
    },
  );

  test('does not contain the picture, and the profile asks the user to choose the picture again', async () => {
    const { visitor, user, userId } = await aMember();
    const shown = async (picture: File) => {
      await prisma.session.deleteMany({ where: { userId } });
      const form = new FormData();
      const fields = { intent: 'profile', name: 'Typed', email: user.email };
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('picture', picture);
      await visitor.post(tab('account'), form);
      await visitor.post('/login', { email: user.email, password: user.password });
      return (await visitor.get(tab('account'))).html;
    };
    const fault = /id="profile-picture-error"[^>]*>The file was not saved/;
    const chosen = await shown(new File([photos.png], 'me.png', { type: 'image/png' }));
    expect(chosen).toContain('value="Typed"');
    expect(chosen).toMatch(fault);
    const none = await shown(new File([], '', { type: 'application/octet-stream' }));
    expect(none).toContain(said);
    expect(none).not.toMatch(fault);
  });

  test('is not saved if the form deletes something', async () => {
    const { visitor, userId, key } = await aMember();
    await prisma.session.deleteMany({ where: { userId } });
    const page = tab('manage-api');
    const late = await visitor.post(page, { intent: 'delete', key: key._id });
    expect(late.location).toBe(`/login?to=${encodeURIComponent(page)}`);
    expect(visitor.jar.has('draft')).toBe(false);
    expect((await visitor.follow(late)).html).not.toContain(notKept);
    expect(await listKeysWithSecrets(userId)).toHaveLength(1);
  });
});

describe('a draft', () => {
  const redis = openRedis('commands');

  afterEach(() => vi.restoreAllMocks());

  function aForm(fields: Record<string, string | File>): FormData {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  }

  /** Saves a draft. @returns the browser's cookie, or null if nothing was saved */
  async function save(userId: string, fields: Record<string, string | File>) {
    const headers = await saveDraft(userId, 'home', aForm(fields));
    return headers?.get('set-cookie')?.split(';')[0] ?? null;
  }

  /** Opens a screen with this cookie. @returns the restored form and the response's cookies */
  async function open(cookie: string | null, userId: string, screen: ScreenId = 'home') {
    const request = new Request('http://localhost/', { headers: { cookie: cookie ?? '' } });
    const { form, headers } = await restoreDraft(request, userId, screen);
    return { form: form && [...form], setCookie: headers.get('set-cookie') };
  }

  // Saving a draft does not wait for the connection to Redis, so wait here until it is open.
  beforeAll(() => until('drafts can be saved', () => save(newId('usr'), {})));

  test('is restored only once, only for its own user and only on its own screen', async () => {
    const [mine, theirs] = [newId('usr'), newId('usr')];
    const cookie = await save(mine, { name: 'नमस्ते' });
    expect((await open(cookie, mine, 'account')).form).toBeNull();
    const opened = await Promise.all([1, 2, 3].map(() => open(cookie, mine)));
    const shown = opened.filter(({ form }) => form !== null);
    expect(shown).toEqual([{ form: [['name', 'नमस्ते']], setCookie: expect.any(String) }]);

    const other = await save(mine, { name: 'mine' });
    expect(await open(other, theirs)).toEqual({
      form: null,
      setCookie: expect.stringContaining('Max-Age=0'),
    });
    expect((await open(other, mine)).form).toEqual([['name', 'mine']]);
  });

  test('is restored with an empty file instead of the chosen file', async () => {
    const userId = newId('usr');
    const cookie = await save(userId, { picture: new File(['bytes'], 'me.png'), name: 'Asha' });
    const { form } = await open(cookie, userId);
    expect(form).toEqual([
      ['picture', expect.objectContaining({ size: 0 })],
      ['name', 'Asha'],
    ]);
  });

  test('is stored encrypted, for ten minutes', async () => {
    const userId = newId('usr');
    const cookie = await save(userId, { text: 'Private words' });
    const [key = ''] = await redis.keys(`draft:${userId}:*`);
    expect((await redis.getBuffer(key))?.toString('latin1')).not.toContain('Private');
    const seconds = await redis.ttl(key);
    expect(seconds).toBeGreaterThan(draftTtlSeconds - 60);
    expect(seconds).toBeLessThanOrEqual(draftTtlSeconds);
    const later = new Date(Date.now() + (draftTtlSeconds + 1) * 1_000);
    vi.spyOn(clock, 'now').mockReturnValue(later);
    expect((await open(cookie, userId)).form).toBeNull();
  });

  test('is rejected if it was moved to another user', async () => {
    const [mine, theirs] = [newId('usr'), newId('usr')];
    await save(mine, { text: 'mine' });
    const cookie = await save(theirs, { text: 'theirs' });
    const [from = ''] = await redis.keys(`draft:${mine}:*`);
    const [to = ''] = await redis.keys(`draft:${theirs}:*`);
    await redis.copy(from, to, 'REPLACE');
    expect((await open(cookie, theirs)).form).toBeNull();
  });

  test('counts towards a limit per user', async () => {
    const [mine, theirs] = [newId('usr'), newId('usr')];
    const saved = await Promise.all(Array.from({ length: 20 }, () => save(mine, { a: 'b' })));
    expect(saved.filter((cookie) => cookie !== null)).toHaveLength(maxDraftsPerUser);
    expect(await redis.keys(`draft:${mine}:*`)).toHaveLength(maxDraftsPerUser);
    expect(await save(theirs, { a: 'b' })).not.toBeNull();
  });

  test('is not saved if it is too long', async () => {
    const userId = newId('usr');
    const room = maxDraftBytes - JSON.stringify([['a', '']]).length;
    expect(await save(userId, { a: 'x'.repeat(room) })).not.toBeNull();
    expect(await save(userId, { a: 'ü'.repeat(room / 2 + 1) })).toBeNull();
  });
});
