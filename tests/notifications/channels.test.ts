import { describe, expect, test } from 'vitest';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { enqueueUsageEmails } from '#domain/billing/usage/usage-emails.ts';
import { getSettings } from '#domain/identity/settings/stored-settings.ts';
import { maxPerDay } from '#domain/notifications/channels/contract.browser.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { sendNotificationJob } from '#domain/notifications/jobs.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { openQueue } from '#platform/queue.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { invalidHtml } from '../support/parsed-page.ts';
import { joinText } from '../support/signed-in.ts';
import {
  aSubscriber,
  codeOn,
  replaceAddress,
  startPostOffice,
  startWorkspace,
  ticked,
  turnSmsOn,
} from '../support/subscriber.ts';

const [office, workspace] = await Promise.all([startPostOffice(), startWorkspace()]);

test('SMS can be turned on only after a number is connected, and Slack only after a webhook is connected', async () => {
  const { show, post, userId } = await aSubscriber();
  const html = await show();
  expect(html).not.toContain('Not connected');
  expect([ticked(html, 'sms'), ticked(html, 'slack')]).toEqual([false, false]);
  expect(await invalidHtml(html)).toEqual([]);
  for (const [name, sentence] of [
    ['sms', 'Confirm a number below: this also turns the notifications on'],
    ['slack', 'Connect an address below: this also turns the notifications on'],
  ] as const) {
    const { status, html: again } = await post({ [name]: 'on', requestValidation: 'on' });
    expect(status).toBe(400);
    expect(again).toContain(sentence);
    expect([ticked(again, name), ticked(again, 'requestValidation')]).toEqual([true, true]);
  }
  const settings = { sms: false, slack: false, requestValidation: false };
  expect(await getSettings(userId)).toMatchObject(settings);
});

test('a warning is sent to phone and Slack instead of by email, and does not count against the user’s plan', async () => {
  const member = await aSubscriber();
  await turnSmsOn(member, office);
  const name = 'ops';
  await member.post({ intent: 'slack-connect', address: workspace.webhook(name) });
  await member.post({ sms: 'on', slack: 'on' });
  const before = [await office.counted('sms'), await office.counted('slack')];

  const { id } = await getCurrentUsagePeriod(member.userId);
  await prisma.usagePeriod.update({ where: { id }, data: { messagesUsed: 40 } });
  await enqueueUsageEmails();
  await until('both are sent', async () => {
    const rows = await member.notifications();
    return rows.length === 2 && rows.every(({ state }) => state === 'sent');
  });
  const subject = 'Dakiya: 80 % of your monthly messages are used';
  await until('the phone has it', () => office.textOn(member.number) === subject);
  expect((await workspace.posts(name))[0]).toMatch(
    /^\*Dakiya: 80 % of your monthly messages are used\*\n40 of the 50 messages of your plan Free/,
  );
  const kind = 'usage_warning';
  expect(await prisma.email.count({ where: { email: member.user.email, kind } })).toBe(0);
  expect((await getCurrentUsagePeriod(member.userId)).messagesUsed).toBe(40);
  expect(await prisma.message.count({ where: { userId: member.userId } })).toBe(0);
  await until('each is counted once', async () => {
    const after = [await office.counted('sms'), await office.counted('slack')];
    return after.every(({ sent }, at) => sent === (before[at]?.sent ?? 0) + 1);
  });
  const sms = (await member.notifications()).find(({ channel }) => channel === 'sms');
  const message = await prisma.message.findFirst({ where: { id: sms?.messageId ?? '' } });
  expect(message).toMatchObject({ userId: 'usr_system', keyId: 'dk_system', segments: 1 });
  expect(await member.show()).not.toContain('Failing');
});

test('emails with links, and emails that strangers can cause, are never sent to SMS or Slack', async () => {
  const member = await aSubscriber();
  await turnSmsOn(member, office);
  for (const kind of ['welcome', 'reset_password', 'refund_requested'] as const) {
    await enqueueEmail(kind, member.user.email);
  }
  expect(await member.notifications()).toEqual([]);
  await enqueueEmail('password_changed', member.user.email);
  await until('the phone has it', () => /^Dakiya: .*password/i.test(office.textOn(member.number)));
});

test('concurrent notifications do not exceed the daily limit', async () => {
  const { userId, user, notifications } = await aSubscriber();
  await prisma.settings.create({ data: { userId, sms: true } });
  const channel = { id: newId('chn'), userId, kind: 'sms' as const, hint: '' };
  await prisma.notificationChannel.create({
    data: { ...channel, addressEncrypted: Buffer.from(''), confirmedAt: clock.now() },
  });
  await Promise.all(Array.from({ length: 30 }, () => enqueueEmail('password_changed', user.email)));
  expect(await notifications()).toHaveLength(maxPerDay.sms);
});

test('it is not possible to sign in to the account of the installation', async () => {
  const { post, visitor, number } = await aSubscriber();
  await post({ intent: 'sms-number', number });
  expect(await prisma.user.findUnique({ where: { id: 'usr_system' } })).toMatchObject({
    passwordHash: null,
    email: 'system',
  });
  const { url } = await sharedWeb();
  const call = (path: string, body: object) =>
    fetch(`${url}/api/v1/users/${path}`, {
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

describe('SMS', () => {
  test('is turned on by entering the code that was sent to the number, and can be turned off and removed', async () => {
    const member = await aSubscriber();
    const { html } = await member.follow({ intent: 'sms-number', number: `+91 ${member.number}` });
    expect(html).toContain('Code sent');
    expect(html).toContain(`+91 ••••• •${member.number.slice(-4)}`);
    expect(html).not.toContain(member.number);
    const code = await codeOn(office, member.number);

    const other = code === '000000' ? '1' : '000000';
    const wrong = await member.post({ intent: 'sms-code', code: other });
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain('The code is not correct.');
    expect(await getSettings(member.userId)).toMatchObject({ sms: false });

    const spaced = `${code.slice(0, 3)} - ${code.slice(3)}`;
    const right = await member.follow({ intent: 'sms-code', code: spaced });
    expect(right.html).toContain('SMS notifications are on');
    expect(ticked(right.html, 'sms')).toBe(true);
    expect(right.html).toContain('Connected');
    const [channel] = await member.channels();
    expect(Buffer.from(channel?.addressEncrypted ?? []).includes(member.number)).toBe(false);

    expect(ticked((await member.follow({ email: 'on', sms: 'on' })).html, 'sms')).toBe(true);
    expect(ticked((await member.follow({ email: 'on' })).html, 'sms')).toBe(false);
    await member.follow({ intent: 'sms-remove' });
    expect(await member.channels()).toEqual([]);
  });

  test('sends codes only to mobile numbers, after a delay and at most ten a day, and allows five attempts', async () => {
    const { post, follow, number, userId } = await aSubscriber();
    for (const [given, sentence] of [
      ['', 'Please enter a phone number'],
      ['12345', 'This number has 5 digits. An Indian mobile number has 10'],
      ['+1 202 555 0100', 'only available in India'],
    ] as const) {
      const { status, html } = await post({ intent: 'sms-number', number: given });
      expect(status).toBe(400);
      expect(html).toContain(sentence);
    }
    expect((await post({ intent: 'sms-code', code: '123456' })).html).toContain(
      'Please enter the number first.',
    );
    await post({ intent: 'sms-number', number });
    expect((await follow({ intent: 'sms-again' })).html).toContain(
      'A code was just sent to this number. Please try again in',
    );
    const repeat = async (times: number, fields: (i: number) => Record<string, string>) => {
      let last = '';
      for (let i = 0; i < times; i++) last = (await post(fields(i))).html;
      return last;
    };
    expect(await repeat(6, (i) => ({ intent: 'sms-code', code: `00000${i}` }))).toContain(
      'Too many wrong codes were entered',
    );
    expect(await getSettings(userId)).toMatchObject({ sms: false });
    expect(
      await repeat(12, (i) => ({ intent: 'sms-number', number: `97654321${10 + i}` })),
    ).toContain('Too many codes were sent for your account today.');
  });

  test('shows an undelivered notification on the settings screen', async () => {
    const member = await aSubscriber();
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
});

describe('an address for Slack', () => {
  test('must be a public https address', async () => {
    const { post, channels } = await aSubscriber();
    for (const [address, sentence] of [
      ['http://hooks.slack.com/services/T0/B0/x', /must begin with https:\/\//],
      ['https://10.0.0.7/services/T0/B0/x', /leads into a private or reserved network/],
      ['https://169.254.169.254/latest', /leads into a private or reserved network/],
      ['https://user:secret@hooks.slack.com/', /must not contain a user name or password/],
      ['https://localhost/', /leads into a private or reserved network|No address was found/],
      ['hooks', /This is not a web address\./],
      ['', /Please enter the address/],
    ] as const) {
      const { status, html } = await post({ intent: 'slack-connect', address });
      expect([address, status]).toEqual([address, 400]);
      expect(html).toMatch(sentence);
    }
    expect(await channels()).toEqual([]);
  });

  test('is stored encrypted after the webhook has accepted a message, and is shown without its secret part', async () => {
    const member = await aSubscriber();
    const connect = (name: string) => ({
      intent: 'slack-connect',
      address: workspace.webhook(name),
    });
    expect((await member.post(connect('gone'))).html).toContain(
      'The server answered 404 (no_service).',
    );
    const name = 'secret-name';
    const { html } = await member.follow(connect(name));
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

  test('shows why and since when posts to the address fail, and the address is tried again later', async () => {
    const member = await aSubscriber();
    await member.post({ intent: 'slack-connect', address: workspace.webhook('ok') });
    await replaceAddress(member.userId, 'slack', workspace.webhook('broken'));
    const before = await office.counted('slack');
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
    await replaceAddress(member.userId, 'slack', workspace.webhook('ok'));
    const job = await until('its job waits', async () => {
      const found = await openQueue(sendNotificationJob.queue).getJob(row?.id ?? '');
      return (await found?.isDelayed()) ? found : null;
    });
    await job.promote();
    await until('it arrives', async () => (await member.notifications())[0]?.state === 'sent');
    expect(await member.show()).not.toContain('Failing since');
    const subjects = office.mailsTo(member.user.email).map(({ subject }) => subject);
    expect(subjects.filter((subject) => /password/.test(subject))).toHaveLength(1);
    const { queued, sent, failed } = before;
    const counts = { queued: queued + 1, sent: sent + 1, failed };
    expect(await office.counted('slack')).toEqual(counts);
  });

  test('is turned off after a permanent rejection; the settings show the rejection, and the user gets one email about it', async () => {
    const member = await aSubscriber();
    await member.post({ intent: 'slack-connect', address: workspace.webhook('ok') });
    await replaceAddress(member.userId, 'slack', workspace.webhook('archived'));
    const before = await office.counted('slack');
    await Promise.all([1, 2, 3].map(() => enqueueEmail('password_changed', member.user.email)));
    const turnedOff = 'Notifications to Slack are turned off';
    const receivedEmails = () =>
      office.mailsTo(member.user.email).filter(({ subject }) => subject === turnedOff);
    await until('the email is there', () => receivedEmails().length > 0);
    await until('all have failed', async () =>
      (await member.notifications()).every(({ state }) => state === 'failed'),
    );
    expect(receivedEmails()).toHaveLength(1);
    expect((await office.counted('slack')).failed).toBeGreaterThan(before.failed);
    expect(receivedEmails()[0]?.text).toContain('The server answered 410 (channel_is_archived).');
    const html = await member.show();
    expect(ticked(html, 'slack')).toBe(false);
    expect(html).toContain('Turned off');
    expect((await member.post({ slack: 'on' })).status).toBe(400);
    await member.post({ intent: 'slack-connect', address: workspace.webhook('ok') });
    expect(ticked(await member.show(), 'slack')).toBe(true);
  });

  test('can be tested twenty times an hour', async () => {
    const { post } = await aSubscriber();
    const tries = [];
    for (let i = 0; i < 21; i++) {
      tries.push((await post({ intent: 'slack-connect', address: 'https://10.0.0.1/' })).html);
    }
    expect(tries.at(-1)).toContain('Too many messages were sent to Slack by hand.');
  });
});
