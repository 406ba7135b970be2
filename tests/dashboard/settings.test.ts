import { expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { defaultSettings } from '#domain/identity/settings/contract.browser.ts';
import { getSettings, saveSettings } from '#domain/identity/settings/stored-settings.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aMember as signedIn } from '../support/member.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { invalidHtml } from '../support/parsed-page.ts';
import { aVisitor } from '../support/visitor.ts';

const web = await sharedWeb();
const page = paths.dashboard('settings');

async function aMember() {
  const { userId, visitor } = await signedIn(web.url);
  const save = (fields: Record<string, string>) => visitor.post(page, fields);
  return { userId, visitor, save };
}

/** The ticked boxes of the page. */
const tickedIn = (html: string) =>
  [...html.matchAll(/<input [^>]*type="checkbox"[^>]*>/g)]
    .filter(([input]) => / checked=""/.test(input))
    .map(([input]) => /name="(\w+)"/.exec(input)?.[1]);

const listIn = (html: string) => /<textarea[^>]*>\n?([^<]*)</.exec(html)?.[1];

test('a user without saved settings sees the defaults', async () => {
  const { visitor, userId } = await aMember();
  const { html } = await visitor.get(page);
  expect(tickedIn(html)).toEqual(['rateLimiting', 'errorLogging', 'email', 'criticalAlerts']);
  expect(html.replaceAll('<!-- -->', '')).toContain('at most 1,00,000 calls per second');
  expect(await getSettings(userId)).toEqual(defaultSettings);
  expect(await invalidHtml(html)).toEqual([]);
});

test('saved settings are shown in their normalized form', async () => {
  const { visitor, save, userId } = await aMember();
  const saved = await save({
    requestValidation: 'on',
    ipFiltering: 'on',
    allowedAddresses: '203.0.113.7/24, 2001:DB8::1\r\n203.0.113.0/24\r\n127.0.0.0/8',
    criticalAlerts: 'on',
  });
  const { html } = await visitor.follow(saved);
  expect(html).toContain('Settings saved successfully');
  expect(tickedIn(html)).toEqual(['requestValidation', 'ipFiltering', 'criticalAlerts']);
  expect(listIn(html)).toBe('203.0.113.0/24\n2001:db8::1\n127.0.0.0/8');
  expect(html.replaceAll('<!-- -->', '')).toMatch(/127\.0\.0\.1<\/code>, which is in the saved/);
  expect(await getSettings(userId)).toMatchObject({
    rateLimiting: false,
    errorLogging: false,
    email: false,
    allowedAddresses: ['203.0.113.0/24', '2001:db8::1', '127.0.0.0/8'],
  });
});

test('the retention of messages must be one that the installation allows', async () => {
  const { visitor, save, userId } = await aMember();
  for (const typed of ['364', '401', '1e2', '-400', '400.5', '९०', '999999']) {
    const { status, html } = await save({ messageRetentionDays: typed, requestValidation: 'on' });
    expect([typed, status]).toEqual([typed, 400]);
    expect(html).toMatch(
      /Please enter (a number of days|365 to 400 days), or leave the field empty\./,
    );
    expect(html).toContain(`value="${typed}"`);
    expect(await getSettings(userId)).toEqual(defaultSettings);
  }
  for (const [typed, days] of [
    ['365', 365],
    ['400', 400],
    ['', null],
  ] as const) {
    const { html } = await visitor.follow(await save({ messageRetentionDays: typed }));
    expect(html).toContain('Settings saved successfully');
    expect(await getSettings(userId)).toMatchObject({ messageRetentionDays: days });
  }
});

test('a stored retention that is no longer allowed does not prevent saving other settings', async () => {
  const { save, visitor, userId } = await aMember();
  await saveSettings(userId, { ...defaultSettings, messageRetentionDays: 31 });
  const saved = await save({ messageRetentionDays: '31', requestValidation: 'on' });
  expect((await visitor.follow(saved)).html).toContain('Settings saved successfully');
  expect(await getSettings(userId)).toMatchObject({
    requestValidation: true,
    messageRetentionDays: 31,
  });
});

test('a user whose current address is not in the list gets a warning', async () => {
  const { visitor, save } = await aMember();
  const saved = await save({ ipFiltering: 'on', allowedAddresses: '203.0.113.7' });
  const { html } = await visitor.follow(saved);
  expect(html).toContain('so their calls will be rejected');
});

test('invalid addresses get an error that names their line, the input is kept, and nothing is saved', async () => {
  const { save, userId } = await aMember();
  const many = Array.from({ length: 51 }, (_, i) => `203.0.113.${i}`).join('\n');
  const none = 'With IP filtering on, at least one address must be allowed.';
  for (const [allowedAddresses, ...sentences] of [
    [
      '203.0.113.7\nlocalhost\n1.2.3',
      'Line 2: “localhost” is not an IP address or network.',
      'Line 3: “1.2.3” is not an IP address or network.',
    ],
    ['10.0.0.0/33', 'Line 1: “10.0.0.0/33” is not an IP address or network.'],
    [many, 'Line 51: at most 50 addresses and networks are allowed.'],
    ['', none],
    [' \n , ', none],
    ['1'.repeat(5_001), 'Please use at most 5000 characters.'],
  ] as const) {
    const { status, html } = await save({ ipFiltering: 'on', allowedAddresses });
    expect(status).toBe(400);
    for (const sentence of sentences) expect(html).toContain(sentence);
    expect(listIn(html)).toBe(allowedAddresses);
    expect(tickedIn(html)).toEqual(['ipFiltering']);
    expect(await getSettings(userId)).toEqual(defaultSettings);
  }
  const { html } = await save({ allowedAddresses: '</textarea><script>alert(1)</script>' });
  expect(html).not.toContain('<script>alert(1)');
  expect((await save({ email: 'yes' })).status).toBe(400);
});

test('no request can turn on SMS or Slack without an address', async () => {
  const { save, userId } = await aMember();
  await save({ sms: 'on', slack: 'on', email: 'on' });
  expect(await getSettings(userId)).toMatchObject({ sms: false, slack: false, email: true });
});

test('a user cannot save another user’s settings, and a visitor cannot save any settings', async () => {
  const [mine, other] = [await aMember(), await aMember()];
  await mine.save({ userId: other.userId, user_id: other.userId, email: 'on' });
  expect(await getSettings(other.userId)).toEqual(defaultSettings);
  expect(await getSettings(mine.userId)).toMatchObject({ rateLimiting: false });
  expect((await aVisitor(web.url).post(page, {})).location).toContain('/login');
});

test('exactly one of two concurrent saves is stored, and it is stored completely', async () => {
  const { save, userId } = await aMember();
  const all = { rateLimiting: 'on', errorLogging: 'on', requestValidation: 'on', email: 'on' };
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) => save(i % 2 === 0 ? all : {})),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([302]));
  const { rateLimiting, errorLogging, requestValidation, email } = await getSettings(userId);
  expect(new Set([rateLimiting, errorLogging, requestValidation, email]).size).toBe(1);
  expect(await prisma.settings.count({ where: { userId } })).toBe(1);
});

test('loosening a protection after an old sign-in needs the password', async () => {
  const { userId, save } = await aMember();
  const before = { email: 'on', ipFiltering: 'on', allowedAddresses: '203.0.113.7' };
  await save(before);
  await signedInLongAgo(userId);
  const saved = await getSettings(userId);
  for (const fields of [
    { email: 'on' },
    { ...before, allowedAddresses: '203.0.113.7\n10.0.0.1' },
    { ...before, textRetentionDays: '8' },
  ]) {
    const asked = await save(fields);
    expect([fields, asked.status]).toEqual([fields, 403]);
    expect(asked.html).toContain('confirmPassword');
    expect(await getSettings(userId)).toEqual(saved);
  }
  expect((await save({ ...before, criticalAlerts: 'on' })).status).toBe(302);
});

test('the console warns of an address that is not allowed', async () => {
  const { save, visitor, userId } = await aMember();
  const { keyId: key } = await createKey({ userId, name: 'Shop' });
  await save({ ipFiltering: 'on', allowedAddresses: '203.0.113.7' });
  const { status, html } = await visitor.post(paths.dashboard('message'), {
    key,
    country: '+91',
    phone: '9876543210',
    message: 'Hello',
  });
  expect(status).toBe(403);
  expect(html).toContain('Calls from 127.0.0.1 are not allowed by the settings of the account.');
  expect(html).toContain('>Hello</textarea>');
});
