import { expect, test } from 'vitest';
import { grantSubscription } from '#domain/billing/subscriptions/end-subscriptions.ts';
import { creditMonth } from '#domain/billing/usage/credit-month.ts';
import { findAccounts } from '#domain/messaging/support/find-accounts.ts';
import { prisma, query } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { runCommand } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { anAccount, aUser, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { anApp } from '../support/factors.ts';
import { acceptTestMessage, toCaller } from '../support/message-fixtures.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';
import { signedInLongAgo } from '../support/old-sign-in.ts';
import { anOperator } from '../support/operator.ts';
import { sendForm } from '../support/send-form.ts';

const web = await sharedWeb();
const operators = {
  owner: await anOperator(web.url, 'owner'),
  support: await anOperator(web.url, 'support'),
  finance: await anOperator(web.url, 'finance'),
};
const pageOf = (userId: string) => `/operator/accounts/${userId}`;
const reason = 'Ticket 4711';
const by = { kind: 'operator', id: operators.owner.userId, role: 'owner', label: null } as const;

/** The actions of operators in an account's audit trail, oldest first, with their details. */
const auditOf = async (userId: string) =>
  (
    await query<{ body: Buffer; details: Buffer }>(
      'audit-of-account',
      'SELECT body, details FROM audit.events WHERE stream = $1 ORDER BY seq',
      [userId],
    )
  )
    .map(({ body, details }) => ({
      ...JSON.parse(body.toString()),
      details: JSON.parse(details.toString()),
    }))
    .filter(({ actor }) => actor.kind === 'operator');

test('an operator whose sign-in is old suspends an account with password and code, without filling in the form again', async () => {
  const { userId } = await aUser();
  const {
    user,
    userId: operatorId,
    visitor,
  } = await anOperator(web.url, 'support', {
    hasFactor: false,
  });
  const app = await anApp(operatorId);
  await prisma.session.updateMany({
    where: { userId: operatorId },
    data: { factors: ['password', 'totp'] },
  });
  await signedInLongAgo(operatorId);
  const path = pageOf(userId);
  const notice = 'Your messages were reported as spam.';
  const asked = await sendForm(visitor, path, 'Suspend the account', { notice, reason });
  expect(asked.status).toBe(403);
  const suspended = () => prisma.accountSuspension.findUnique({ where: { userId } });
  const page = { path, html: asked.html };
  const confirmPassword = user.password;
  const wrong = await sendForm(visitor, page, 'Continue', { confirmPassword, confirmCode: '1' });
  expect([wrong.status, await suspended()]).toEqual([401, null]);
  const confirmCode = await app.code();
  const done = await sendForm(visitor, page, 'Continue', { confirmPassword, confirmCode });
  expect(done.location).toBe(path);
  expect(await suspended()).toMatchObject({ notice, reason });
});

test('an account is found by email, id, API ID, message, order, and by a recipient', async () => {
  const user = await aUser({ email: 'findable@example.com' });
  const account = await anAccount();
  const { id, recipient } = await acceptTestMessage(await toCaller(account), new Date());
  const found = async (given: string) =>
    (await findAccounts(given)).found.map(({ userId }) => userId);
  expect(await found('Findable@example.com')).toEqual([user.userId]);
  expect(await found(user.userId)).toEqual([user.userId]);
  expect(await found(account.keyId)).toEqual([account.userId]);
  expect(await found(id)).toEqual([account.userId]);
  await query('use-month', 'UPDATE usage_periods SET messages_used = 1 WHERE user_id = $1', [
    account.userId,
  ]);
  expect(await found(recipient)).toEqual([account.userId]);
  expect(await found(recipient.slice(3))).toEqual([account.userId]);
  const plan = await prisma.plan.findFirstOrThrow({ where: { name: 'Pro' } });
  const [order, payment] = [newId('ord'), newId('ord').replace('ord', 'pay')];
  await prisma.order.create({
    data: {
      ...{ id: order, userId: user.userId, planId: plan.id, amountPaise: 99_900 },
      ...{ createdAt: new Date(), status: 'completed', paymentId: payment, paidAt: new Date() },
    },
  });
  expect(await found(order)).toEqual([user.userId]);
  expect(await found(payment)).toEqual([user.userId]);
  expect(await found('nobody@example.com')).toEqual([]);
  const { visitor } = operators.support;
  const { html } = await visitor.get('/operator/accounts?q=findable%40example.com');
  expect(html).toContain(pageOf(user.userId));
});

test('support sees an account without its texts and secrets, and finance sees it without its texts, secrets and numbers', async () => {
  const account = await anAccount();
  const caller = await toCaller(account);
  const { recipient } = await acceptTestMessage(caller, new Date(), 1, undefined, {
    content: 'A private text',
  });
  const pages = await Promise.all(
    [operators.support, operators.finance].map(({ visitor }) =>
      visitor.get(pageOf(account.userId)),
    ),
  );
  for (const { html } of pages) {
    expect(html).toContain(account.keyId);
    expect(html).not.toContain(account.secretKey);
    expect(html).not.toContain('A private text');
  }
  expect(pages[0]?.html).toContain(recipient);
  expect(pages[1]?.html).not.toContain(recipient);
});

test('texts are shown only to support and only with a reason; the audit trail contains the view and its reason, and the account’s list of views contains the view', async () => {
  const account = await anAccount();
  await acceptTestMessage(await toCaller(account), new Date(), 1, undefined, {
    content: 'A private text',
  });
  const { support, finance } = operators;
  const ask = (visitor: typeof support.visitor, given: string) =>
    visitor.post(pageOf(account.userId), { intent: 'texts', reason: given });
  expect((await ask(finance.visitor, reason)).status).toBe(403);
  const without = await ask(support.visitor, '');
  expect(without.status).toBe(400);
  expect(without.html).not.toContain('A private text');
  expect((await ask(support.visitor, reason)).html).toContain('A private text');
  const events = await auditOf(account.userId);
  expect(events.map(({ action, actor }) => [action, actor.kind, actor.id])).toEqual([
    ['texts.view', 'operator', support.userId],
  ]);
  expect(events[0].details.reason).toBe(reason);
  const view = await until('the view is recorded', () =>
    prisma.textView.findFirst({ where: { userId: account.userId } }),
  );
  expect(view).toMatchObject({ way: 'page', device: 'An operator of this installation' });
});

test('suspending and resuming an account on the page needs a reason, and each is recorded', async () => {
  const account = await anAccount();
  const { visitor, userId } = operators.support;
  const post = (fields: Record<string, string>) => visitor.post(pageOf(account.userId), fields);
  const notice = 'Your messages were reported as spam.';
  expect((await post({ intent: 'suspend', notice, reason: '' })).status).toBe(400);
  await post({ intent: 'suspend', notice, reason });
  expect(
    await prisma.accountSuspension.findUnique({ where: { userId: account.userId } }),
  ).toMatchObject({ reason, notice, suspendedBy: userId });
  const list = await visitor.get('/operator/accounts');
  expect(list.html).toContain(pageOf(account.userId));
  await post({ intent: 'resume', reason });
  expect(await prisma.accountSuspension.count({ where: { userId: account.userId } })).toBe(0);
  const events = await auditOf(account.userId);
  expect(events.map(({ action, actor }) => [action, actor.id])).toEqual([
    ['account.suspend', userId],
    ['account.resume', userId],
  ]);
});

test('ending the sessions of an account signs it out everywhere', async () => {
  const user = await aUser();
  const { visitor } = operators.support;
  await visitor.post(pageOf(user.userId), { intent: 'sign-out', reason });
  expect((await client(web.url, user).get('/users/profile')).status).toBe(401);
  const [event] = await auditOf(user.userId);
  expect([event.action, event.details.after]).toEqual(['session.end', { sessions: 1 }]);
});

test('support cannot change money; a credit that finance gives raises the limits of the month by exactly this amount', async () => {
  const account = await anAccount({ messageLimit: 1 });
  const caller = client(web.url, account);
  const numbers = mobileNumbers(4);
  const send = (i: number) => caller.send(numbers[i] ?? '', 'Hello');
  const credit = { intent: 'credit', messages: '2', apiCalls: '0', reason };
  const { support, finance } = operators;
  expect((await support.visitor.post(pageOf(account.userId), credit)).status).toBe(403);
  expect([(await send(0)).status, (await send(1)).status]).toEqual([202, 402]);
  await finance.visitor.post(pageOf(account.userId), credit);
  const replies = await Promise.all([1, 2, 3].map(send));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([202, 202, 402]);
  expect((await getUsage(account)).messagesUsed).toBe(3);
  const [event] = await auditOf(account.userId);
  expect([event.action, event.details.before, event.details.after]).toEqual([
    'account.credit',
    { messages: 1 },
    { messages: 3 },
  ]);
});

test('support lowers the limits of the month with a reason, but not below the usage of the month', async () => {
  const account = await anAccount({ messageLimit: 5 });
  const caller = client(web.url, account);
  const numbers = mobileNumbers(4);
  const send = async (i: number) => (await caller.send(numbers[i] ?? '', 'Hello')).status;
  const { visitor } = operators.support;
  const lower = { intent: 'lower', messages: '3', apiCalls: '0', reason };
  const post = async (form: Record<string, string>) =>
    (await visitor.post(pageOf(account.userId), form)).status;
  expect(await post({ ...lower, reason: '' })).toBe(400);
  expect(await post({ ...lower, messages: '0' })).toBe(400);
  expect(await send(0)).toBe(202);
  expect(await post(lower)).toBe(302);
  expect([await send(1), await send(2)]).toEqual([202, 402]);
  expect(await post(lower)).toBe(400);
  const period = await prisma.usagePeriod.findFirstOrThrow({ where: { userId: account.userId } });
  expect([period.messageLimit, period.creditedMessages, period.messagesUsed]).toEqual([2, -3, 2]);
  const [event] = await auditOf(account.userId);
  expect([event.action, event.details.before, event.details.after, event.details.reason]).toEqual([
    ...['account.lower', { messages: 5 }, { messages: 2 }, reason],
  ]);
  await creditMonth(account.userId, { messages: 1, apiCalls: 0 }, reason, by);
  expect(await send(3)).toBe(202);
});

const command = (...args: string[]) => runCommand('account', args);

test('npm run account credits and lowers the limits of the month with a reason, and records the same events as the console', async () => {
  const { userId } = await anAccount({ messageLimit: 5 });
  const limits = async () => {
    const { messageLimit, creditedMessages, apiCallLimit } =
      await prisma.usagePeriod.findFirstOrThrow({ where: { userId } });
    return [messageLimit, creditedMessages, apiCallLimit];
  };
  const [, , apiCalls = 0] = await limits();
  expect(await command('credit', userId, '--messages', '3', '--reason', reason)).toEqual({
    how: 'exit code 0',
    text: expect.stringContaining(': 0 of 8 messages, '),
  });
  const lowered = ['--messages', '6', '--api-calls', '1', '--reason', reason];
  expect((await command('lower', userId, ...lowered)).how).toBe('exit code 0');
  expect(await limits()).toEqual([2, -3, apiCalls - 1]);
  const events = await auditOf(userId);
  expect(
    events.map(({ action, actor, details: { before, after, reason: why } }) => [
      ...[action, actor, before, after, why],
    ]),
  ).toEqual([
    [
      ...['account.credit', { kind: 'operator', id: 'command:account' }],
      ...[{ messages: 5 }, { messages: 8 }, reason],
    ],
    [
      ...['account.lower', { kind: 'operator', id: 'command:account' }],
      ...[{ messages: 8, apiCalls }, { messages: 2, apiCalls: apiCalls - 1 }, reason],
    ],
  ]);
});

test('npm run account refuses a change without a reason, without a valid number, or below the usage of the month', async () => {
  const { userId } = await anAccount({ messageLimit: 0 });
  for (const args of [
    ['lower', userId, '--messages', '1'],
    ['lower', userId, '--reason', reason],
    ['lower', userId, '--messages', '-1', '--reason', reason],
    ['lower', userId, '--messages', '1', '--notice', 'Hello, owner', '--reason', reason],
    ['credit', userId, '--messages', '0', '--reason', reason],
    ['credit', userId, '--messages', '--reason', reason],
    ['raise', userId, '--messages', '1', '--reason', reason],
  ])
    expect([args, (await command(...args)).how]).toEqual([args, 'exit code 2']);
  expect(await command('lower', userId, '--messages', '1', '--reason', reason)).toEqual({
    how: 'exit code 1',
    text: 'The month is used up: there is nothing to take away.',
  });
  expect(await auditOf(userId)).toEqual([]);
});

test('the page of a suspended account names the operator who suspended it, or the command line', async () => {
  const { userId } = await aUser();
  const { visitor, user } = operators.support;
  const notice = 'Your messages were reported as spam.';
  const page = async () => (await visitor.get(pageOf(userId))).html;
  await visitor.post(pageOf(userId), { intent: 'suspend', notice, reason });
  expect(await page()).toMatch(new RegExp(`by (<!-- -->)?${user.email}`));
  await visitor.post(pageOf(userId), { intent: 'resume', reason });
  const { how } = await command('suspend', userId, '--notice', notice, '--reason', reason);
  expect(how).toBe('exit code 0');
  expect(await page()).toMatch(/by (<!-- -->)?the command line/);
});

test('of parallel credits each one counts, even while messages are charged to the same month', async () => {
  const account = await anAccount({ messageLimit: 0 });
  const caller = client(web.url, account);
  await Promise.all([
    ...Array.from({ length: 5 }, () =>
      creditMonth(account.userId, { messages: 2, apiCalls: 0 }, reason, by),
    ),
    ...mobileNumbers(5).map((number) => caller.send(number, 'Hello')),
  ]);
  const period = await prisma.usagePeriod.findFirstOrThrow({ where: { userId: account.userId } });
  expect([period.messageLimit, period.creditedMessages]).toEqual([10, 10]);
  expect(period.messagesUsed).toBeLessThanOrEqual(5);
});

test('an operator can give a plan and take it away, but cannot change a paid plan', async () => {
  const account = await anAccount();
  const { visitor } = operators.finance;
  const pro = await prisma.plan.findFirstOrThrow({ where: { name: 'Pro' } });
  const free = await prisma.plan.findFirstOrThrow({ where: { isDefault: true } });
  const give = (plan: string) =>
    visitor.post(pageOf(account.userId), { intent: 'plan', plan, months: '2', reason });
  const planOf = async () =>
    (await client(web.url, account).get('/balance')).body.data.plan as string;
  await give(pro.id);
  await until('the plan is Pro', async () => (await planOf()) === 'Pro');
  await give(free.id);
  await until('the plan is Free', async () => (await planOf()) === free.name);
  const actions = (await auditOf(account.userId)).map(({ action, details }) => [
    ...[action, details.after.plan],
  ]);
  expect(actions).toEqual([
    ['plan.change', 'Pro'],
    ['plan.change', free.name],
  ]);

  const payer = await anAccount();
  const order = await prisma.order.create({
    data: {
      ...{ id: `ord_paid${payer.userId}`, userId: payer.userId, planId: pro.id },
      ...{ amountPaise: 100, status: 'pending', createdAt: new Date() },
    },
  });
  const expiresAt = new Date(Date.now() + 20 * 86_400_000);
  await grantSubscription({
    ...{ userId: payer.userId, planName: 'Pro', startedAt: new Date(), expiresAt },
  });
  await prisma.subscription.updateMany({
    where: { userId: payer.userId },
    data: { orderId: order.id },
  });
  const { status } = await visitor.post(pageOf(payer.userId), {
    ...{ intent: 'plan', plan: free.id, months: '1', reason },
  });
  expect(status).toBe(400);
  expect(await prisma.subscription.count({ where: { userId: payer.userId, expiresAt } })).toBe(1);
});
