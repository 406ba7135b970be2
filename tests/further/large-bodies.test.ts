import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { type Account, anAccount, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';

const web = await sharedWeb();

const longTexts = {
  messages: mobileNumbers(200).map((recipient) => ({ recipient, message: 'x'.repeat(400) })),
};

/** A batch whose items are all rejected, so it counts as one API call and sends nothing. */
const shortTexts = {
  messages: Array.from({ length: 1_000 }, () => ({ recipient: '1', message: 'x' })),
};

/** Runs `work` while a lock keeps the account from being charged, so that its calls cannot finish. */
const whileHeld = ({ userId }: Account, work: () => Promise<void>) =>
  prisma.$transaction(
    async (transaction) => {
      await transaction.$queryRaw`SELECT id FROM usage_periods WHERE user_id = ${userId} FOR UPDATE`;
      await work();
    },
    { timeout: 20_000 },
  );

test.each([
  ['of few long texts', longTexts],
  ['of a thousand short texts', shortTexts],
])(
  'with batches %s, one account may have 1 MiB in progress and 4 MiB waiting, and gets 429 for further batches',
  async (_, batch) => {
    const [loud, quiet] = [await anAccount(), await anAccount()];
    const size = Buffer.byteLength(JSON.stringify(batch));
    const fitting = Math.floor(2 ** 20 / size) + Math.floor(2 ** 22 / size);
    const send = (account: Account) => client(web.url, account).post('/messages/batch', batch);
    const replies: Awaited<ReturnType<typeof send>>[] = [];
    const only = (status: number) => replies.filter((reply) => reply.status === status);
    const count = async (account: Account) => void replies.push(await send(account));
    const refused = 10;
    let all: Promise<void>[] = [];
    await whileHeld(loud, async () => {
      all = Array.from({ length: fitting + refused }, () => count(loud));
      await until('the others are refused', () => only(429).length === refused);
      all.push(count(quiet));
    });
    await Promise.all(all);
    expect(only(429)).toHaveLength(refused);
    for (const { status, body, headers } of only(429)) {
      expect([status, body.error.code, headers.get('retry-after')]).toEqual([
        429,
        'rate_limited',
        '1',
      ]);
      expect(body.error.message ?? body.message).toContain('large requests');
    }
    // 503 is possible too, because on a slow machine some calls wait for more than five seconds and are not started.
    expect(only(202).length + only(503).length).toBe(fitting + 1);
    const { apiCallsUsed } = await getUsage(loud);
    const quietCalls = (await getUsage(quiet)).apiCallsUsed;
    expect(apiCallsUsed + quietCalls).toBe(only(202).length);
    expect(apiCallsUsed).toBeGreaterThan(0);
  },
);
