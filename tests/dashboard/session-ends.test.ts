import { beforeEach, describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { listKeysWithSecrets } from '#domain/identity/api-keys/list-keys.ts';
import { prisma } from '#platform/db.ts';
import { aUser } from '../support/account.ts';
import { flushRedis } from '../support/flush-redis.ts';
import { aMember as signedIn } from '../support/member.ts';
import { photos } from '../support/pictures.ts';
import { sharedWeb } from '../support/shared-web.ts';

const web = await sharedWeb();

/** Of as many segments as a message may have. */
const longest = 'नमस्ते, आपका पार्सल आज पहुँचेगा। '.repeat(30).slice(0, 669).padEnd(670, '।');

/** As many as may be allowed, each as long as one can be. */
const addresses = Array.from(
  { length: 50 },
  (_, i) => `2001:db8:aaaa:bbbb:cccc:dddd:eeee:${1_000 + i}/128`,
).join('\n');

const tab = paths.dashboard;

// Each test signs in again and again.
beforeEach(flushRedis);

async function aMember() {
  const member = await signedIn(web.url);
  const key = await createKey({ userId: member.userId, name: 'Shop' });
  const sent = () => prisma.message.count({ where: { userId: member.userId } });
  return { ...member, key, sent };
}

describe('an expired session rejects the form and restores the draft after sign-in', () => {
  const said = 'Your session had expired, so this form was not submitted.';
  const notKept = 'Your session had expired, and we could not save what you typed.';

  test.each<[string, string, Record<string, string>, string[]]>([
    [
      'the profile',
      tab('account'),
      { intent: 'profile', name: 'Typed <name>', email: 'half@' },
      ['value="Typed &lt;name&gt;"', 'value="half@"'],
    ],
    [
      'a new key',
      tab('new-api'),
      { name: 'Typed', description: 'Words' },
      ['value="Typed"', 'value="Words"'],
    ],
    [
      'a message',
      tab('message'),
      { country: '+91', phone: '9876543210', message: 'नमस्ते ₹1' },
      ['value="9876543210"', '>नमस्ते ₹1</textarea>'],
    ],
    [
      'a message of ten segments',
      tab('message'),
      { country: '+91', phone: '9876543210', message: longest },
      [`>${longest}</textarea>`],
    ],
    [
      'a code',
      tab('OTPVerification'),
      { country: '+91', phone: '9876543210', otp: '123456', stage: 'verify', intent: 'verify' },
      ['value="9876543210"', 'Verify OTP'],
    ],
    [
      'the settings',
      tab('settings'),
      { ipFiltering: 'on', allowedAddresses: addresses },
      [`>${addresses}</textarea>`],
    ],
    [
      'an entity',
      paths.newEntity,
      { entity_id: '1.1E+18', name: 'Typed <name>' },
      ['value="1.1E+18"', 'value="Typed &lt;name&gt;"'],
    ],
    [
      'a message to check',
      paths.checkMessage,
      { intent: 'check', text: ' Typed ₹1', sender: 'ACMEIN' },
      ['> Typed ₹1</textarea>', 'value="ACMEIN"'],
    ],
    [
      'a call',
      paths.explorer('sendMessage'),
      { operation: 'sendMessage', 'body.message': 'Typed text' },
      ['value="Typed text"'],
    ],
  ])('%s', async (_, page, fields, shown) => {
    const { visitor, user, userId, sent, key } = await aMember();
    await prisma.session.deleteMany({ where: { userId } });
    const late = await visitor.post(page, { key: key.keyId, ...fields });
    expect(late).toMatchObject({ status: 302, location: `/login?to=${encodeURIComponent(page)}` });
    expect(await sent()).toBe(0);
    expect(await listKeysWithSecrets(userId)).toHaveLength(1);

    const back = await visitor.post(late.location ?? '', {
      email: user.email,
      password: user.password,
    });
    expect(back.location).toBe(page);
    const { html } = await visitor.follow(back);
    expect(html).toContain(said);
    for (const words of shown) expect(html).toContain(words);
    expect(html).not.toContain('value="123456"');
    expect((await visitor.get(page)).html).not.toContain(said);
  });

  test('is not shown to another user who signs in with that browser', async () => {
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

  test('the boxes of the settings', async () => {
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

  test('the changes of a key', async () => {
    const { visitor, user, userId, key } = await aMember();
    await prisma.session.deleteMany({ where: { userId } });
    const form = { intent: 'edit', key: key._id, name: 'Typed name', isActive: 'on' };
    await visitor.post(tab('manage-api'), form);
    await visitor.post('/login', { email: user.email, password: user.password });
    const { html } = await visitor.get(tab('manage-api'));
    expect(html).toContain(said);
    expect(html).toContain('value="Typed name"');
    expect(await listKeysWithSecrets(userId)).toEqual([key]);
  });

  test.each(['is more than we keep', 'nobody that we know typed'])(
    'what %s leads to the login, which says so',
    async (which) => {
      const { visitor, userId } = await aMember();
      await prisma.session.deleteMany({ where: { userId } });
      // Longer as it is kept than as it is sent.
      const message = '\u0001'.repeat(which.startsWith('nobody') ? 1 : 20_000);
      if (which.startsWith('nobody')) visitor.jar.delete('last_user');
      const late = await visitor.post(tab('message'), { message });
      expect(late.location).toBe(`/login?to=${encodeURIComponent(tab('message'))}`);
      expect(visitor.jar.has('draft')).toBe(false);
      expect((await visitor.follow(late)).html).toContain(notKept);
    },
  );

  test('a picture has to be chosen again, and the profile says so', async () => {
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

  test('a form that deletes something is not restored after the login', async () => {
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
