import { expect, test } from 'vitest';
import { countApiCall } from '#domain/billing/usage/count-api-call.ts';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { prisma, transaction } from '#platform/db.ts';
import { anAccount, getUsage } from '../support/account.ts';
import { untilWaitingForLock } from '../support/lock-waits.ts';
import { acceptTestMessage, toCaller } from '../support/message-fixtures.ts';

/** An account whose month is used up, and a change of that month during which `work` begins. */
async function whileMonthChanges(change: string, work: 'accept' | 'count') {
  const account = await anAccount({ messageLimit: 1, apiCallLimit: 1 });
  const caller = await toCaller(account);
  await acceptTestMessage(caller, new Date());
  const begun = await transaction(async (tx) => {
    await tx.query(`UPDATE usage_periods SET ${change} WHERE id = $1`, [caller.periodId]);
    const result = work === 'accept' ? acceptTestMessage(caller, new Date()) : countApiCall(caller);
    const settled = result.then(
      () => 'done',
      (error: unknown) => error,
    );
    await untilWaitingForLock('%FROM usage_periods%FOR UPDATE%');
    return { settled };
  });
  expect(await begun.settled).toBe('done');
  return { account, messages: await prisma.message.count({ where: { userId: account.userId } }) };
}

test('a message is accepted on a unit that is released while it waits', async () => {
  const change = 'messages_used = messages_used - 1, api_call_limit = 2';
  const { account, messages } = await whileMonthChanges(change, 'accept');
  expect(messages).toBe(2);
  expect(await getUsage(account)).toEqual({ messagesUsed: 1, apiCallsUsed: 2 });
});

test('a message is accepted on a limit that is raised while it waits', async () => {
  const { account, messages } = await whileMonthChanges(
    'message_limit = 2, api_call_limit = 2',
    'accept',
  );
  expect(messages).toBe(2);
  expect(await getUsage(account)).toEqual({ messagesUsed: 2, apiCallsUsed: 2 });
});

test('an API call is counted on a limit that is raised while it waits', async () => {
  const { account } = await whileMonthChanges('api_call_limit = 2', 'count');
  expect(await getUsage(account)).toEqual({ messagesUsed: 1, apiCallsUsed: 2 });
});

test('reading a month does not wait for a statement that charges it', async () => {
  const account = await anAccount();
  const { periodId } = await toCaller(account);
  const read = await transaction(async (tx) => {
    await tx.query('UPDATE usage_periods SET messages_used = messages_used + 1 WHERE id = $1', [
      periodId,
    ]);
    return getCurrentUsagePeriod(account.userId);
  });
  expect(read).toMatchObject({ id: periodId, messagesUsed: 0 });
});
