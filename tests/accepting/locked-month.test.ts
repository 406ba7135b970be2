import { expect, test } from 'vitest';
import { countApiCall } from '#domain/billing/usage/count-api-call.ts';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { prisma, transaction } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { untilWaitingForLock } from '../support/lock-waits.ts';
import { acceptTestMessage, toCaller } from '../support/message-fixtures.ts';

const web = await sharedWeb();

type Caller = ReturnType<typeof client>;

const calls: [string, (call: Caller, i: number) => ReturnType<Caller['get']>][] = [
  ['codes', (call, i) => call.post('/messages/send-otp', { recipient: `98110${22_000 + i * 10}` })],
  ['messages', (call, i) => call.send(`98110${33_000 + i * 10}`, 'Hello')],
  ['API calls', (call) => call.get('/balance')],
];

test.each(calls)(
  '%s of other accounts do not wait while one account’s usage month is locked',
  async (_, ask) => {
    const [locked, ...others] = await Promise.all([1, 2, 3, 4].map(() => anAccount()));
    if (!locked) throw new Error('there is an account');
    const { periodId } = await toCaller(locked);
    const { waiting } = await transaction(async (tx) => {
      await tx.query('SELECT FROM usage_periods WHERE id = $1 FOR UPDATE', [periodId]);
      const own = [0, 1, 2].map((i) => ask(client(web.url, locked), i));
      await untilWaitingForLock('%FROM usage_periods%FOR UPDATE%');
      for (const [i, other] of others.entries()) {
        const reply = await ask(client(web.url, other), 10 + i);
        expect(reply.status).toBeLessThan(300);
      }
      const more = ask(client(web.url, locked), 99);
      return { waiting: [...own, more] };
    });
    for (const reply of await Promise.all(waiting)) expect(reply.status).toBeLessThan(300);
    expect((await getUsage(locked)).apiCallsUsed).toBe(4);
  },
);

const release = 'messages_used = messages_used - 1, api_call_limit = 2';
const raise = 'message_limit = 2, api_call_limit = 2';

test.each<[string, string, number, number]>([
  ['a message is accepted because a unit is released', release, 2, 1],
  ['a message is accepted because the limit is raised', raise, 2, 2],
  ['an API call is accepted because the limit is raised', 'api_call_limit = 2', 1, 1],
])('%s while the call waits for the lock of its usage month', async (_, change, messages, used) => {
  const account = await anAccount({ messageLimit: 1, apiCallLimit: 1 });
  const caller = await toCaller(account);
  await acceptTestMessage(caller, new Date());
  const begun = await transaction(async (tx) => {
    await tx.query(`UPDATE usage_periods SET ${change} WHERE id = $1`, [caller.periodId]);
    const work = messages === 2 ? acceptTestMessage(caller, new Date()) : countApiCall(caller);
    // `work` may fail before the test awaits it below. Without this line, its rejection would be unhandled.
    const settled = Promise.allSettled([work]);
    await untilWaitingForLock('%FROM usage_periods%FOR UPDATE%');
    return { settled };
  });
  expect(await begun.settled).toMatchObject([{ status: 'fulfilled' }]);
  expect(await prisma.message.count({ where: { userId: account.userId } })).toBe(messages);
  expect(await getUsage(account)).toEqual({ messagesUsed: used, apiCallsUsed: 2 });
});

test('reading a usage month does not wait for a statement that charges the month', async () => {
  const account = await anAccount();
  const { periodId } = await toCaller(account);
  const read = await transaction(async (tx) => {
    const charge = 'UPDATE usage_periods SET messages_used = messages_used + 1 WHERE id = $1';
    await tx.query(charge, [periodId]);
    return getCurrentUsagePeriod(account.userId);
  });
  expect(read).toMatchObject({ id: periodId, messagesUsed: 0 });
});
