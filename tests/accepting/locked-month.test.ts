import { expect, test } from 'vitest';
import { transaction } from '#platform/db.ts';
import { anAccount, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { untilWaitingForLock } from '../support/lock-waits.ts';
import { toCaller } from '../support/message-fixtures.ts';
import { sharedWeb } from '../support/shared-web.ts';

type Caller = ReturnType<typeof client>;

const calls: [string, (call: Caller, i: number) => ReturnType<Caller['get']>][] = [
  ['codes', (call, i) => call.post('/messages/send-otp', { recipient: `98110${22_000 + i * 10}` })],
  ['messages', (call, i) => call.send(`98110${33_000 + i * 10}`, 'Hello')],
  ['API calls', (call) => call.get('/balance')],
];

test.each(calls)('%s of other accounts do not wait for a month that is locked', async (_, ask) => {
  const web = await sharedWeb();
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
});
