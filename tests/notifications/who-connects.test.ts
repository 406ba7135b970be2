import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { issueMailedToken } from '#domain/identity/accounts/account-tokens.ts';
import { confirmEmailChange, undoEmailChange } from '#domain/identity/accounts/email-change.ts';
import { updateUser } from '#domain/identity/accounts/update-user.ts';
import { getSettings } from '#domain/identity/settings/stored-settings.ts';
import type { EmailKind } from '#domain/notifications/email/contract.ts';
import { getEndpoint } from '#domain/webhooks/endpoints/manage-endpoints.ts';
import { prisma } from '#platform/db.ts';
import { axeViolations, launchBrowser, localhostUrl, openPageAs } from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { ownProgram } from '../support/account.ts';
import { renderQueuedEmail } from '../support/emails.ts';
import { aMember as aMemberAt } from '../support/member.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { joinText } from '../support/signed-in.ts';
import { anEndpoint } from '../support/webhooks.ts';

const web = await sharedWeb();
const browser = await launchBrowser();
const page = paths.dashboard('settings');
const asks = 'Your last login was more than 15 minutes ago.';
const chosen = 'seventeen purple otters';

/**
 * A webhook that accepts every message, but responds only after `answers` has resolved.
 *
 * @returns its address and the number of its requests
 */
async function aWebhook(answers: Promise<unknown> = Promise.resolve()) {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    request.resume();
    void answers.then(() => response.end('ok'));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/hooks/secret-name`, asked: () => asked };
}

async function aMember(given: { confirmed?: boolean } = {}) {
  const member = await aMemberAt(web.url, given);
  return {
    ...member,
    connect: (address: string, more = {}) =>
      member.visitor.post(page, { intent: 'slack-connect', address, ...more }),
    kinds: async () => {
      const rows = await prisma.notificationChannel.findMany({
        where: { userId: member.userId },
        orderBy: { kind: 'asc' },
      });
      return rows.map(({ kind }) => kind);
    },
  };
}

/**
 * Sets a password with the emailed link.
 *
 * @returns the text of the page
 */
async function reset({ userId, user, visitor }: Awaited<ReturnType<typeof aMember>>) {
  const token = await issueMailedToken('reset_password', userId, user.email);
  const fields = { password: chosen, passwordConfirm: chosen };
  return joinText(await visitor.post(`/reset-password/${token}`, fields));
}

const renderEmailTo = async (email: string, kind: EmailKind) => {
  const queuedEmail = await prisma.email.findFirst({
    where: { email, kind },
    orderBy: { id: 'desc' },
  });
  return queuedEmail && (await renderQueuedEmail(kind, queuedEmail));
};

describe('a password reset', () => {
  test('removes the channels and turns off the webhook endpoints of an account with an unconfirmed address', async () => {
    const member = await aMember({ confirmed: false });
    await member.connect((await aWebhook()).address);
    expect(await member.kinds()).toEqual(['slack']);
    const { _id } = await anEndpoint(member.userId, 'https://hooks.example/');
    expect(await reset(member)).toContain(
      'We disconnected notifications by SMS and Slack, because another person',
    );
    expect(await member.kinds()).toEqual([]);
    expect(await getEndpoint(member.userId, _id)).toMatchObject({ enabled: false });
    expect(await getSettings(member.userId)).toMatchObject({ sms: false, slack: false });
  });

  test('keeps the channels of an account with a confirmed address', async () => {
    const member = await aMember();
    await member.connect((await aWebhook()).address);
    expect(await reset(member)).not.toContain('Notifications');
    expect(await member.kinds()).toEqual(['slack']);
    expect(await getSettings(member.userId)).toMatchObject({ slack: true });
  });

  test('prevents connecting a webhook whose response arrives after the reset', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const webhook = await aWebhook(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    const member = await aMember({ confirmed: false });
    const connecting = member.connect(webhook.address);
    await until('the webhook is asked', () => webhook.asked() === 1);
    await reset(member);
    answer('ok');
    expect((await connecting).location).toMatch(/^\/login/);
    expect(await member.kinds()).toEqual([]);
  });
});

test('undoing an address change removes the channels that were connected after the change, and turns webhook endpoints off', async () => {
  const member = await aMember();
  const { userId, user } = member;
  const confirmedAt = new Date(Date.now() - 60_000);
  const row = { userId, hint: '', addressEncrypted: Buffer.from('') };
  await prisma.notificationChannel.create({
    data: { ...row, id: `chn_before_${userId}`, kind: 'sms', confirmedAt },
  });
  await prisma.settings.create({ data: { userId, sms: true } });
  const email = `second-${user.email}`;
  const signedIn = { userId, authenticatedAt: new Date() };
  await updateUser(signedIn, { email, password: user.password }, ownProgram);
  const tokenIn = (rendered: Awaited<ReturnType<typeof renderEmailTo>>) =>
    /\/[\w-]+\/([\w-]{43})/.exec(rendered?.text ?? '')?.[1] ?? '';
  await confirmEmailChange(tokenIn(await renderEmailTo(email, 'email_change_link')), userId);
  await member.connect((await aWebhook()).address);
  expect(await member.kinds()).toEqual(['sms', 'slack']);
  const { _id } = await anEndpoint(userId, 'https://hooks.example/');
  await undoEmailChange(
    tokenIn(await renderEmailTo(user.email, 'email_change_notice')),
    ownProgram,
  );
  expect(await member.kinds()).toEqual(['sms']);
  expect(await getEndpoint(userId, _id)).toMatchObject({ enabled: false });
  expect(await getSettings(userId)).toMatchObject({ sms: true, slack: false });
});

describe('connecting a channel more than 15 minutes after the sign-in', () => {
  test.each<Record<string, string>>([
    { intent: 'slack-connect', address: 'https://10.0.0.1/' },
    { intent: 'sms-number', number: '98765 43210' },
    { intent: 'sms-again' },
    { intent: 'sms-code', code: '123456' },
  ])('needs the password without JavaScript, for the form $intent', async (fields) => {
    const { visitor, user, userId } = await aMember();
    await signedInLongAgo(userId);
    const asked = await visitor.post(page, fields);
    expect([asked.status, joinText(asked).includes(asks)]).toEqual([403, true]);
    const done = await visitor.post(page, { ...fields, confirmPassword: user.password });
    expect(done.status).not.toBe(403);
  });

  test('needs the password with JavaScript, and the channel is connected after the password is entered', async () => {
    const member = await aMember();
    const { address } = await aWebhook();
    const window = await openPageAs(member.user, browser, localhostUrl(web));
    await signedInLongAgo(member.userId);
    await window.goto(page);
    await window.getByRole('checkbox', { name: 'Slack' }).check();
    await window.getByLabel('Incoming webhook address').fill(address);
    await window.getByRole('button', { name: 'Connect' }).click();
    await window.getByText(asks).waitFor();
    expect(await axeViolations(window)).toEqual([]);
    expect(await member.kinds()).toEqual([]);
    await window.getByLabel('Password').fill(member.user.password);
    await window.getByRole('button', { name: 'Continue' }).click();
    await window.getByRole('status').getByText('Slack notifications are on').waitFor();
    expect(await member.kinds()).toEqual(['slack']);
  });
});

describe('the email about a connected channel', () => {
  test('goes to the owner, and names the channel’s address', async () => {
    const { user, connect } = await aMember();
    await connect((await aWebhook()).address);
    const rendered = await renderEmailTo(user.email, 'channel_connected');
    expect(rendered?.subject).toBe('Notifications of your Dakiya account also go to Slack now');
    expect(rendered?.text).toContain('/…/name');
    expect(rendered?.text).not.toContain('secret-name');
    expect(rendered?.text).toContain(page);
  });

  test('is not sent to an unconfirmed address', async () => {
    const { user, connect, kinds } = await aMember({ confirmed: false });
    await connect((await aWebhook()).address);
    expect(await kinds()).toEqual(['slack']);
    expect(await prisma.email.count({ where: { email: user.email } })).toBe(0);
  });
});
