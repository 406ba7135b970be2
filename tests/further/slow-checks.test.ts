import { expect, test } from 'vitest';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { client } from '../support/client.ts';
import { registerBodies } from '../support/dlt.ts';
import { aDltSender } from '../support/dlt-sender.ts';
import { aTestKeyOf } from '../support/test-key.ts';

const web = await sharedWeb();
const aSender = () => aDltSender(web.url);

test('an account whose checks take long is limited, separately for live and test keys, and other accounts are not limited', async () => {
  const { account, call } = await aSender();
  // Each message differs from all of these templates only at the end, which is the slowest case.
  const bodies = Array.from({ length: 1_500 }, (_, i): [string, string] => [
    String(1_107_170_000_000_000_000n + BigInt(i)),
    `{#alphanumeric#} ${'{#alphanumeric#}, '.repeat(8)}word${i} - ACME`,
  ]);
  await registerBodies(account.userId, Object.fromEntries(bodies));
  const item = { recipient: '9876543217', sender_id: 'ACMEIN', message: `${'a, '.repeat(50)}x` };
  /** How many of `count` messages are rejected because the account has used up its time for checks. */
  const countRefused = async (as: ReturnType<typeof client>, count: number) => {
    const { body } = await as.post('/messages/batch', { messages: Array(count).fill(item) });
    return body.data.filter(({ error }: { error: { message: string } }) =>
      error.message.includes('take long to check'),
    ).length;
  };
  const spendTime = (as: ReturnType<typeof client>) =>
    until('its time is used up', async () => (await countRefused(as, 1_000)) > 0, 50_000);
  await spendTime(client(web.url, await aTestKeyOf(account)));
  // The checks of test messages do not use the time for live messages.
  expect(await countRefused(call, 100)).toBe(0);
  await spendTime(call);
  const other = await aSender();
  expect((await other.send({ message: 'Your code is 9. - ACME' })).status).toBe(202);
});
