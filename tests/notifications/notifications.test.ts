import { describe, expect, onTestFinished, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { enqueueUsageEmails } from '#domain/billing/usage/enqueue-usage-emails.server.ts';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.server.ts';
import { getSettings } from '#domain/identity/settings/stored-settings.server.ts';
import { addressColumn } from '#domain/notifications/channels/channel-address.server.ts';
import { maxPerDay } from '#domain/notifications/channels/contract.ts';
import { enqueueEmail } from '#domain/notifications/email/enqueue-email.server.ts';
import { clock } from '#platform/clock.ts';
import { prisma } from '#platform/db.server.ts';
import { slackRoutes } from '#sandbox/slack/routes.ts';
import { startWeb as startPages } from '#sandbox/web/server.ts';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { aMember as aMemberAt } from '../support/member.ts';
import { scrape } from '../support/metrics.ts';
import { invalidHtml } from '../support/parsed-page.ts';
import { carrierConfig, carriers, startMailbox, startSmsc } from '../support/product.ts';
import { startWeb, startWorker, stopAfterTest } from '../support/programs.ts';
import { joinText } from '../support/signed-in.ts';
import { stopAfterFile } from '../support/stop-after-file.ts';
import { until } from '../support/until.ts';

const allowed = { WEBHOOK_ALLOW: '127.0.0.1' };
const web = await stopAfterFile(startWeb(allowed));
const page = paths.dashboard('settings');

let made = 0;

/** A user with a number that nobody else has here. */
async function aMember() {
  made += 1;
  const member = await aMemberAt(web.url);
  const number = `98765${String(43_000 + made)}`;
  const post = (fields: Record<string, string>) => member.visitor.post(page, fields);
  return {
    ...member,
    number,
    post,
    show: async () => (await member.visitor.get(page)).html,
    follow: async (fields: Record<string, string>) => member.visitor.follow(await post(fields)),
    channels: () => prisma.notificationChannel.findMany({ where: { userId: member.userId } }),
    notifications: () =>
      prisma.notification.findMany({ where: { userId: member.userId }, orderBy: { id: 'asc' } }),
  };
}

/** Slack's stand-in. @returns the address of a webhook by its name, and what was posted */
async function aWorkspace() {
  const pages = await startPages({
    host: '127.0.0.1',
    port: 0,
    routers: [slackRoutes({ origin: () => '' })],
  });
  onTestFinished(() => pages.close());
  const origin = `http://127.0.0.1:${pages.port}`;
  return {
    webhook: (name: string) => `${origin}/slack/services/T0/B0/${name}`,
    posts: async (name: string): Promise<string[]> => {
      const { posts } = await (await fetch(`${origin}/slack.json`)).json();
      return posts.flatMap(({ token, text }: { token: string; text: string }) =>
        token === name ? [text] : [],
      );
    },
  };
}

/** A worker with a handset and a mailbox. */
async function aPostOffice() {
  const [smsc, mailbox, port] = await Promise.all([startSmsc(), startMailbox(), freePort()]);
  await stopAfterTest(
    startWorker({
      ...carriers(carrierConfig('first', smsc)),
      ...allowed,
      SMTP_URL: mailbox.smtpUrl,
      METRICS_PORT: String(port),
      RECONCILE_INTERVAL_SECONDS: '0.1',
    }),
  );
  return {
    mailbox,
    textsOf: (number: string) => smsc.phones.conversation(`91${number}`).messages,
    /** How many tries the worker has counted. */
    counted: async (channel: string, result: string) =>
      (await scrape(`http://127.0.0.1:${port}`)).sum('dakiya_notifications_total', {
        channel,
        result,
      }),
  };
}

type Member = Awaited<ReturnType<typeof aMember>>;
type Office = Awaited<ReturnType<typeof aPostOffice>>;

/** The newest code on the phone. */
const codeOn = async ({ textsOf }: Office, number: string) =>
  until(
    'the code is on the phone',
    () => /\b\d{6}\b/.exec(textsOf(number)[0]?.segments.join('') ?? '')?.[0],
  );

async function turnSmsOn(member: Member, office: Office) {
  await member.post({ intent: 'sms-number', number: member.number });
  const code = await codeOn(office, member.number);
  return member.follow({ intent: 'sms-code', code: `${code.slice(0, 3)} ${code.slice(3)}` });
}

const ticked = (html: string, name: string) =>
  new RegExp(`<input [^>]*name="${name}"[^>]*>`).exec(html)?.[0].includes('checked=""');

test('SMS and Slack are switches, off until there is somewhere to send to', async () => {
  const { show, post, userId } = await aMember();
  const html = await show();
  expect(html).not.toContain('Not connected');
  expect([ticked(html, 'sms'), ticked(html, 'slack')]).toEqual([false, false]);
  expect(await invalidHtml(html)).toEqual([]);
  for (const [name, sentence] of [
    ['sms', 'Confirm a number below first'],
    ['slack', 'Connect an address below first'],
  ] as const) {
    const { status, html: again } = await post({ [name]: 'on', requestValidation: 'on' });
    expect(status).toBe(400);
    expect(again).toContain(sentence);
    expect(ticked(again, name)).toBe(true);
    expect(ticked(again, 'requestValidation')).toBe(true);
  }
  expect(await getSettings(userId)).toMatchObject({ sms: false, requestValidation: false });
});

test('SMS is on once the code that was sent to the number is typed in', async () => {
  const office = await aPostOffice();
  const member = await aMember();
  const { html } = await member.follow({ intent: 'sms-number', number: `+91 ${member.number}` });
  expect(html).toContain('Code sent');
  expect(html).toContain(`+91 ••••• •${member.number.slice(-4)}`);
  expect(html).not.toContain(member.number);
  const code = await codeOn(office, member.number);

  const wrong = await member.post({ intent: 'sms-code', code: code === '000000' ? '1' : '000000' });
  expect(wrong.status).toBe(422);
  expect(wrong.html).toContain('The code is not correct.');
  expect(await getSettings(member.userId)).toMatchObject({ sms: false });

  const right = await member.follow({
    intent: 'sms-code',
    code: `${code.slice(0, 3)} - ${code.slice(3)}`,
  });
  expect(right.html).toContain('SMS notifications are on');
  expect(ticked(right.html, 'sms')).toBe(true);
  expect(right.html).toContain('Connected');
  const [channel] = await member.channels();
  expect(Buffer.from(channel?.addressEncrypted ?? []).includes(member.number)).toBe(false);

  const saved = await member.follow({ email: 'on', sms: 'on' });
  expect(ticked(saved.html, 'sms')).toBe(true);
  const off = await member.follow({ email: 'on' });
  expect(ticked(off.html, 'sms')).toBe(false);
  await member.follow({ intent: 'sms-remove' });
  expect(await member.channels()).toEqual([]);
});

test('codes have limits: no number of another kind, not at once again, five tries, ten a day', async () => {
  const member = await aMember();
  for (const [number, sentence] of [
    ['', 'Please enter a phone number'],
    ['12345', 'The recipient is not an Indian mobile number.'],
    ['+1 202 555 0100', 'only available in India'],
  ] as const) {
    const { status, html } = await member.post({ intent: 'sms-number', number });
    expect(status).toBe(400);
    expect(html).toContain(sentence);
  }
  expect((await member.post({ intent: 'sms-code', code: '123456' })).html).toContain(
    'Please enter the number first.',
  );
  await member.post({ intent: 'sms-number', number: member.number });
  const again = await member.follow({ intent: 'sms-again' });
  expect(again.html).toContain(
    'An OTP was just sent to this number. Wait before you request another one; Retry-After gives the seconds.',
  );
  const tries = [];
  for (let i = 0; i < 6; i++) {
    tries.push((await member.post({ intent: 'sms-code', code: `00000${i}` })).html);
  }
  expect(tries.at(-1)).toContain('Too many wrong codes were entered');
  expect(await getSettings(member.userId)).toMatchObject({ sms: false });

  let last = '';
  for (let i = 0; i < 12; i++) {
    last = (await member.post({ intent: 'sms-number', number: `97654321${10 + i}` })).html;
  }
  expect(last).toContain('Too many codes were sent for your account today.');
});

test('a warning goes to phone and Slack without an email, and is free for the user', async () => {
  const [office, workspace] = await Promise.all([aPostOffice(), aWorkspace()]);
  const member = await aMember();
  await turnSmsOn(member, office);
  const name = `ops${made}`;
  await member.post({ intent: 'slack-connect', address: workspace.webhook(name) });
  await member.post({ sms: 'on', slack: 'on' });

  const { id } = await getCurrentUsagePeriod(member.userId);
  await prisma.usagePeriod.update({ where: { id }, data: { messagesUsed: 40 } });
  await enqueueUsageEmails();
  await until('both are sent', async () => {
    const rows = await member.notifications();
    return rows.length === 2 && rows.every(({ state }) => state === 'sent');
  });
  await until(
    'the phone has it',
    () =>
      office.textsOf(member.number)[0]?.segments.join('') ===
      'Dakiya: 80 % of your monthly messages are used',
  );
  expect((await workspace.posts(name))[0]).toMatch(
    /^\*Dakiya: 80 % of your monthly messages are used\*\n40 of the 50 messages of your plan Free/,
  );
  const kind = 'usage_warning';
  expect(await prisma.email.count({ where: { email: member.user.email, kind } })).toBe(0);
  expect((await getCurrentUsagePeriod(member.userId)).messagesUsed).toBe(40);
  expect(await prisma.message.count({ where: { userId: member.userId } })).toBe(0);
  for (const channel of ['sms', 'slack']) {
    await until(`${channel} is counted`, async () => (await office.counted(channel, 'sent')) === 1);
  }
  const sms = (await member.notifications()).find(({ channel }) => channel === 'sms');
  const message = await prisma.message.findFirst({ where: { id: sms?.messageId ?? '' } });
  expect(message).toMatchObject({ userId: 'usr_system', keyId: 'dk_system', segments: 1 });
  expect(await member.show()).not.toContain('Failing');
});

test('what a link or a stranger could misuse goes to the mailbox alone', async () => {
  const office = await aPostOffice();
  const member = await aMember();
  await turnSmsOn(member, office);
  for (const kind of ['welcome', 'reset_password', 'refund_requested'] as const) {
    await enqueueEmail(kind, member.user.email);
  }
  expect(await member.notifications()).toEqual([]);
  await enqueueEmail('password_changed', member.user.email);
  await until('the phone has it', () =>
    /^Dakiya: .*password/i.test(office.textsOf(member.number)[0]?.segments.join('') ?? ''),
  );
});

test('no more are sent than a day allows, however many are asked for at once', async () => {
  const member = await aMember();
  await prisma.settings.create({ data: { userId: member.userId, sms: true } });
  await prisma.notificationChannel.create({
    data: {
      ...{ id: `chn_day${made}`, userId: member.userId, kind: 'sms', hint: '' },
      addressEncrypted: Buffer.from(''),
      confirmedAt: clock.now(),
    },
  });
  await Promise.all(
    Array.from({ length: 30 }, () => enqueueEmail('password_changed', member.user.email)),
  );
  expect(await member.notifications()).toHaveLength(maxPerDay.sms);
});

describe('an address for Slack', () => {
  test.each([
    ['http://hooks.slack.com/services/T0/B0/x', 'must begin with https://'],
    ['https://10.0.0.7/services/T0/B0/x', 'leads into a private or reserved network'],
    ['https://169.254.169.254/latest/meta-data', 'leads into a private or reserved network'],
    ['https://user:secret@hooks.slack.com/', 'must not contain a user name or password'],
    ['https://localhost/', 'leads into a private or reserved network|does not exist'],
    ['hooks', 'This is not a web address.'],
    ['', 'Please enter the address'],
  ])('is not %s', async (address, sentence) => {
    const { post, channels } = await aMember();
    const { status, html } = await post({ intent: 'slack-connect', address });
    expect(status).toBe(400);
    expect(html).toMatch(new RegExp(sentence));
    expect(await channels()).toEqual([]);
  });

  test('is kept once it took a message, encrypted, and shown without what is secret', async () => {
    const workspace = await aWorkspace();
    const member = await aMember();
    const refused = await member.post({
      intent: 'slack-connect',
      address: workspace.webhook('gone'),
    });
    expect(refused.html).toContain('The server answered 404 (no_service).');
    const name = `secret-name-${made}`;
    const { html } = await member.follow({
      intent: 'slack-connect',
      address: workspace.webhook(name),
    });
    expect(html).toContain('Slack notifications are on');
    expect(ticked(html, 'slack')).toBe(true);
    expect(html).not.toContain(name);
    expect(joinText({ html })).toContain(`/…/${name.slice(-4)}`);
    const [channel] = await member.channels();
    expect(Buffer.from(channel?.addressEncrypted ?? []).includes('slack')).toBe(false);
    expect((await member.follow({ intent: 'slack-test' })).html).toContain('Test delivered');
    expect(await workspace.posts(name)).toEqual([
      'This is a test of Dakiya.',
      'Dakiya is connected: notifications of your account appear here.',
    ]);
  });

  test('that fails says since when and why, and is tried again', async () => {
    const [office, workspace] = await Promise.all([aPostOffice(), aWorkspace()]);
    const member = await aMember();
    await member.post({ intent: 'slack-connect', address: workspace.webhook(`ok${made}`) });
    await replaceAddress(member.userId, 'slack', workspace.webhook('broken'));
    await enqueueEmail('password_changed', member.user.email);
    const [row] = await until('it was refused', async () => {
      const rows = await member.notifications();
      return rows[0]?.reason ? rows : null;
    });
    expect(row).toMatchObject({ state: 'queued', attempts: 1 });
    expect(Number(row?.dueAt) - Date.now()).toBeLessThan(11_000);
    const html = joinText({ html: await member.show() }).replaceAll('|', '');
    expect(html).toContain('Failing since');
    expect(html).toContain('The server answered 500 (rollup_error).');
    await replaceAddress(member.userId, 'slack', workspace.webhook(`ok${made}`));
    await until(
      'it arrives',
      async () => (await member.notifications())[0]?.state === 'sent',
      30_000,
    );
    expect(await member.show()).not.toContain('Failing since');
    const subjects = office.mailbox.mails.list(member.user.email).map(({ subject }) => subject);
    expect(subjects.filter((subject) => /password/.test(subject))).toHaveLength(1);
    const counts = ['queued', 'sent', 'failed'].map((result) => office.counted('slack', result));
    expect(await Promise.all(counts)).toEqual([1, 1, 0]);
  });

  test('that rejects permanently is turned off, says so, and its user gets one email', async () => {
    const [office, workspace] = await Promise.all([aPostOffice(), aWorkspace()]);
    const member = await aMember();
    await member.post({ intent: 'slack-connect', address: workspace.webhook(`ok${made}`) });
    await replaceAddress(member.userId, 'slack', workspace.webhook('archived'));
    await Promise.all(
      Array.from({ length: 3 }, () => enqueueEmail('password_changed', member.user.email)),
    );
    const receivedEmails = () =>
      office.mailbox.mails
        .list(member.user.email)
        .filter(({ subject }) => subject === 'Notifications to Slack are turned off');
    await until('the email is there', () => receivedEmails().length > 0);
    await until('all have failed', async () =>
      (await member.notifications()).every(({ state }) => state === 'failed'),
    );
    expect(receivedEmails()).toHaveLength(1);
    expect(await office.counted('slack', 'failed')).toBeGreaterThan(0);
    expect(receivedEmails()[0]?.text).toContain('The server answered 410 (channel_is_archived).');
    const html = await member.show();
    expect(ticked(html, 'slack')).toBe(false);
    expect(html).toContain('Turned off');
    expect((await member.post({ slack: 'on' })).status).toBe(400);
    await member.post({ intent: 'slack-connect', address: workspace.webhook(`ok${made}`) });
    expect(ticked(await member.show(), 'slack')).toBe(true);
  });

  test('may be tried twenty times an hour', async () => {
    const member = await aMember();
    let last = '';
    for (let i = 0; i < 21; i++) {
      last = (await member.post({ intent: 'slack-connect', address: 'https://10.0.0.1/' })).html;
    }
    expect(last).toContain('Too many messages were sent to Slack by hand.');
  });
});

/** Puts another address in the place of the one that was connected. */
async function replaceAddress(userId: string, kind: 'slack' | 'sms', address: string) {
  const where = { userId_kind: { userId, kind } };
  const { id } = await prisma.notificationChannel.findUniqueOrThrow({ where });
  const addressEncrypted = addressColumn.encrypt({ id, userId }, address);
  await prisma.notificationChannel.update({ where: { id }, data: { addressEncrypted } });
}

test('an SMS that does not arrive is seen on the settings screen', async () => {
  const office = await aPostOffice();
  const member = await aMember();
  await turnSmsOn(member, office);
  await replaceAddress(member.userId, 'sms', '+919999900002');
  await enqueueEmail('password_changed', member.user.email);
  await until('it is lost', async () => {
    const [row] = await member.notifications();
    const message = await prisma.message.findFirst({ where: { id: row?.messageId ?? '' } });
    return message?.state === 'undelivered';
  });
  expect(await member.show()).toContain('Failing since');
});

test('the account of the installation allows no sign-in', async () => {
  const { post, visitor, number } = await aMember();
  await post({ intent: 'sms-number', number });
  expect(await prisma.user.findUnique({ where: { id: 'usr_system' } })).toMatchObject({
    passwordHash: null,
    email: 'system',
  });
  const call = (path: string, body: object) =>
    fetch(`${web.url}/api/v1/users/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect((await call('login', { email: 'system', password: 'secret-1' })).status).toBe(401);
  await call('forgotPassword', { email: 'system' });
  await visitor.post('/forget-password', { email: 'system' });
  expect(await prisma.credential.count({ where: { userId: 'usr_system' } })).toBe(0);
  expect(await prisma.email.count({ where: { email: 'system' } })).toBe(0);
});
