import { expect, test } from 'vitest';
import { cancelCodesOfSuspended } from '#domain/delivery/reconcile/end-waiting-messages.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { sendOtpInput } from '#domain/messaging/otp/contract.ts';
import { sendOtp } from '#domain/messaging/otp/send-otp.ts';
import { releaseDue } from '#domain/messaging/scheduling/release-due.ts';
import { heldReason, suspendedReason } from '#domain/messaging/suspensions/contract.browser.ts';
import { resumeAccount, suspendAccount } from '#domain/messaging/suspensions/suspend-account.ts';
import { toSid } from '#domain/webhooks/formats/twilio.ts';
import { prisma, query } from '#platform/db.ts';
import { startSharedProduct } from '../harness/product.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { anAccount, aUser, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { renderQueuedEmail } from '../support/emails.ts';
import { aHook, postJson } from '../support/hooks.ts';
import { toCaller } from '../support/message-fixtures.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';
import { signedIn } from '../support/signed-in.ts';
import { aTestKeyOf } from '../support/test-key.ts';

const by = { kind: 'system', id: 'test' } as const;
const web = await sharedWeb();
const start = await startSharedProduct();

const notice = 'Your messages were reported as spam.';
const suspend = (userId: string) =>
  suspendAccount(userId, { reason: 'Complaints 17 and 18', notice }, by);
const resume = (userId: string) => resumeAccount(userId, 'Cleared up', by);
const [to = ''] = mobileNumbers(1);

/** The emails to an owner about suspensions, oldest first. */
const mailsTo = (email: string) =>
  prisma.email.findMany({ where: { email, kind: 'account_suspension' }, orderBy: { id: 'asc' } });

test('the owner gets an email that contains the notice but not the reason, and another email when the account resumes', async () => {
  const { userId, email } = await aUser();
  await suspend(userId);
  await expect(suspend(userId)).rejects.toThrow('suspended already');
  const [mail] = await mailsTo(email);
  if (!mail) throw new Error('an email was enqueued');
  const about = await renderQueuedEmail('account_suspension', mail);
  expect(about?.subject).toBe('Your Dakiya account is suspended');
  expect(about?.text).toContain(notice);
  expect(about?.text).not.toContain('Complaints 17 and 18');
  await resume(userId);
  expect(await renderQueuedEmail('account_suspension', mail)).toBeNull();
  const [, end, ...more] = await mailsTo(email);
  if (!end) throw new Error('an email was enqueued');
  expect(more).toEqual([]);
  const resumed = await renderQueuedEmail('account_suspension', end);
  expect(resumed?.subject).toBe('Your Dakiya account can send again');
  expect(resumed?.text).not.toContain('Cleared up');
});

test('no email about a suspension goes to an unconfirmed address', async () => {
  const { userId, email } = await aUser({ confirmed: false });
  await suspend(userId);
  expect(await mailsTo(email)).toEqual([]);
});

test('a second after an account is suspended, the API, compatible APIs, MCP and hooks accept nothing from the account', async () => {
  const account = await anAccount();
  const { userId } = account;
  const [caller, tester] = [client(web.url, account), client(web.url, await aTestKeyOf(account))];
  const hook = await aHook(web.url, userId, 'generic', { sendAs: 'text', livemode: false });
  const sid = toSid('AC', userId);
  const twilio = `${web.url}/compat/twilio/2010-04-01/Accounts/${sid}/Messages.json`;
  const basic = Buffer.from(`${sid}:${account.secretKey}`).toString('base64');
  const mcp = {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: {
      name: 'send_message',
      arguments: { recipient: to, message: 'Hello', dry_run: false, idempotency_key: 'once' },
    },
  };
  const calls = {
    message: () => caller.send(to, 'Hello'),
    batch: () =>
      caller.post('/messages/batch', { messages: [{ recipient: to, message: 'Hello' }] }),
    scheduled: () =>
      caller.post('/messages/send-message', {
        ...{ recipient: to, message: 'Hello' },
        send_at: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    otp: () => caller.post('/messages/send-otp', { recipient: to }),
    'test key': () => tester.send(to, 'Hello'),
    hook: () =>
      postJson(hook.url, hook.secret, { to, message: 'Hello' }).then(async (response) => ({
        status: response.status,
        body: await response.json(),
      })),
    twilio: async () => {
      const response = await fetch(twilio, {
        method: 'POST',
        headers: { authorization: `Basic ${basic}` },
        body: new URLSearchParams({ To: `+91${to}`, Body: 'Hello' }),
      });
      return { status: response.status, body: { error: await response.json() } };
    },
    msg91: async () => {
      const response = await fetch(`${web.url}/compat/msg91/api/v5/otp?mobile=91${to}`, {
        method: 'POST',
        headers: { authkey: account.secretKey },
      });
      return { status: response.status, body: { error: await response.json() } };
    },
    mcp: async () => {
      const response = await fetch(`${web.url}/mcp`, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${account.secretKey}`, 'content-type': 'application/json' },
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify(mcp),
      });
      return { status: response.status, body: { error: await response.text() } };
    },
  };
  expect((await calls.message()).status).toBe(202);
  expect((await calls['test key']()).status).toBe(202);
  expect((await calls.hook()).status).toBe(200);
  const queued = () => prisma.message.count({ where: { userId } });
  await suspend(userId);
  const suspendedAt = performance.now();
  await until('a call is rejected', async () => (await calls.message()).status === 403);
  await until(
    'a call of the test key is rejected',
    async () => (await calls['test key']()).status === 403,
  );
  await until('a call of the hook is rejected', async () => (await calls.hook()).status === 403);
  expect(performance.now() - suspendedAt).toBeLessThan(1_000);
  const before = await queued();
  for (const [name, call] of Object.entries(calls)) {
    const { status, body } = await call();
    expect([name, JSON.stringify(body.error)]).toEqual([
      name,
      expect.stringMatching(/account_suspended|This account is suspended/),
    ]);
    // In the formats of MSG91 and MCP, an error has the status 200.
    if (!['mcp', 'msg91'].includes(name)) expect([name, status]).toEqual([name, 403]);
  }
  expect(await queued()).toBe(before);
  expect((await caller.get('/messages')).status).toBe(200);

  await resume(userId);
  expect((await calls.message()).status).toBe(202);
});

test('the owner of a suspended account can sign in, and each page says why the account is suspended and whom to write to', async () => {
  const user = await aUser();
  await suspend(user.userId);
  const { body } = await client(web.url, null).post('/users/login', {
    email: user.email,
    password: user.password,
  });
  expect(body.token).toEqual(expect.any(String));
  const visitor = await signedIn(web.url, user);
  for (const path of ['/dashboard', '/dashboard/settings', '/dashboard/messages']) {
    const { html } = await visitor.get(path);
    expect(html).toContain('Your account is suspended');
    expect(html).toContain(notice);
    expect(html).toContain('mailto:');
    expect(html).not.toContain('Complaints 17');
  }
  await resume(user.userId);
  expect((await visitor.get('/dashboard')).html).not.toContain('Your account is suspended');
});

test('a queued message of a suspended account is held, and both the API and the message’s page say so; when the account resumes, the message is sent and counted once', async () => {
  const { account, call, smsc, reach } = await start();
  const { body } = await call.post('/messages/send-message', {
    ...{ recipient: to, message: 'Held' },
    send_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const { _id: id } = body.data;
  await suspend(account.userId);
  await query('let-come', 'UPDATE scheduled_messages SET due_at = now() WHERE id = $1', [id]);
  await until('it is in the queue', async () => {
    await releaseDue();
    return (await prisma.queuedMessage.count({ where: { messageId: id } })) === 1;
  });
  const held = (await call.get(`/messages/${id}`)).body.data;
  expect([held.status, held.reason]).toEqual(['queued', heldReason]);
  const [listed] = (await call.get('/messages')).body.data;
  expect([listed.status, listed.reason]).toEqual(['queued', heldReason]);
  const visitor = await signedIn(web.url, account);
  const { html } = await visitor.get(`/dashboard/messages/${id}`);
  expect(html).toContain('The message is held, because the account is suspended.');
  expect(smsc.ledger.totals().submits).toBe(0);
  await resume(account.userId);
  const { reason } = await reach(id, 'delivered');
  expect(reason).not.toBe(heldReason);
  expect((await getUsage(account)).messagesUsed).toBe(1);
});

test('an unsent code of a suspended account is cancelled and credited back, and a code that was sent can still be verified', async () => {
  const { account, call, smsc } = await start();
  const [sent = '', unsent = ''] = mobileNumbers(2);
  await call.post('/messages/send-otp', { recipient: sent });
  await until('it is sent', () => smsc.ledger.totals().submits === 1);
  await suspend(account.userId);
  // A web server that read the account just before the suspension still accepts the account's calls for up to half a
  // second. The next call simulates this case.
  await sendOtp(await toCaller(account), sendOtpInput.parse({ recipient: unsent }), '');
  await until('it is cancelled', async () => {
    await cancelCodesOfSuspended();
    const rows = await prisma.message.findMany({
      where: { userId: account.userId, recipient: `+91${unsent}` },
    });
    return rows[0]?.state === 'failed' && rows[0].reason === suspendedReason;
  });
  const stateOf = async (recipient: string) =>
    (
      await prisma.otp.findFirst({
        where: { userId: account.userId, recipient: `+91${recipient}` },
      })
    )?.state;
  await until('its code has ended', async () => (await stateOf(unsent)) === 'expired');
  expect(await stateOf(sent)).toBe('pending');
  expect((await getUsage(account)).messagesUsed).toBe(1);
  const wrong = await call.post('/messages/verify-otp', { recipient: sent, otp: '000000' });
  expect(wrong.body.error.code).toBe('otp_incorrect');
  expect(smsc.ledger.totals().submits).toBe(1);
});

test('the system account, a deleted account and an account that is already suspended cannot be suspended', async () => {
  const { userId } = await anAccount();
  await expect(resume(userId)).rejects.toMatchObject({ code: 'invalid_parameter' });
  await suspend(userId);
  await expect(suspend(userId)).rejects.toMatchObject({ code: 'invalid_parameter' });
  await expect(suspend('usr_system')).rejects.toMatchObject({ code: 'invalid_parameter' });
  await expect(suspend('usr_none')).rejects.toMatchObject({ code: 'not_found' });
  const deleted = await anAccount();
  const now = new Date();
  await prisma.accountDeletion.create({
    data: { userId: deleted.userId, requestedAt: now, dueAt: now, startedAt: now },
  });
  await expect(suspend(deleted.userId)).rejects.toMatchObject({ code: 'invalid_parameter' });
});

test('a key that is created for a suspended account cannot send', async () => {
  const { userId } = await anAccount();
  await suspend(userId);
  const key = await createKey({ userId, name: 'New' });
  const { status, body } = await client(web.url, { userId, ...key }).send(to, 'Hello');
  expect([status, body.error.code]).toEqual([403, 'account_suspended']);
});
