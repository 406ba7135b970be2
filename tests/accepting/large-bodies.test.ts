import { expect, test } from 'vitest';
import { anAccount, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';
import { sharedWeb } from '../support/shared-web.ts';

const web = await sharedWeb();

/** 200 messages, more than 64 KiB. */
const batch = {
  messages: mobileNumbers(200).map((recipient) => ({ recipient, message: 'x'.repeat(400) })),
};

test('of many large batches at once a few are handled, the others are asked to wait, and another account is not', async () => {
  const [loud, quiet] = [await anAccount(), await anAccount()];
  const send = (account = loud) => client(web.url, account).post('/messages/batch', batch);
  const many = Array.from({ length: 60 }, () => send());
  const other = await send(quiet);
  const replies = await Promise.all(many);
  expect(other.status).toBe(202);

  const accepted = replies.filter(({ status }) => status === 202).length;
  const refused = replies.filter(({ status }) => status !== 202);
  expect(accepted).toBeGreaterThanOrEqual(18);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, body, headers } of refused) {
    expect([status, body.error.code, headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '1',
    ]);
  }
  // Each text has three segments. What was refused costs nothing.
  expect(await getUsage(loud)).toEqual({ messagesUsed: accepted * 600, apiCallsUsed: accepted });
  expect((await send()).status).toBe(202);
});
