import { expect, test } from 'vitest';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { enqueueUsageEmails } from '#domain/billing/usage/usage-emails.ts';
import { getSettings } from '#domain/identity/settings/stored-settings.ts';
import { maxPerDay } from '#domain/notifications/channels/contract.browser.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { invalidHtml } from '../support/parsed-page.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { aPostOffice, aSubscriber, aWorkspace, ticked, turnSmsOn } from '../support/subscriber.ts';
import { until } from '../support/until.ts';

test('SMS and Slack are switches, off until there is somewhere to send to', async () => {
  const { show, post, userId } = await aSubscriber();
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

test('a warning goes to phone and Slack without an email, and is free for the user', async () => {
  const [office, workspace] = await Promise.all([aPostOffice(), aWorkspace()]);
  const member = await aSubscriber();
  await turnSmsOn(member, office);
  const name = 'ops';
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

test('emails with links, or that strangers can trigger, do not go to channels', async () => {
  const office = await aPostOffice();
  const member = await aSubscriber();
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

test('sends no more than the daily limit, however many are requested at once', async () => {
  const member = await aSubscriber();
  await prisma.settings.create({ data: { userId: member.userId, sms: true } });
  await prisma.notificationChannel.create({
    data: {
      ...{ id: newId('chn'), userId: member.userId, kind: 'sms', hint: '' },
      addressEncrypted: Buffer.from(''),
      confirmedAt: clock.now(),
    },
  });
  await Promise.all(
    Array.from({ length: 30 }, () => enqueueEmail('password_changed', member.user.email)),
  );
  expect(await member.notifications()).toHaveLength(maxPerDay.sms);
});

test('the account of the installation allows no sign-in', async () => {
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
