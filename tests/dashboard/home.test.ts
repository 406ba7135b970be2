import { describe, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { hideFirstSteps } from '#domain/identity/accounts/update-user.ts';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { rollUpStats } from '#domain/messaging/stats/add-stats-sql.ts';
import { periodOf } from '#domain/messaging/stats/contract.ts';
import { statsSql, statsValues } from '#domain/messaging/stats/read-stats.ts';
import { listTextViews } from '#domain/messaging/text-views/record-text-views.ts';
import { startOfDayInIndia } from '#domain/shared/days-in-india.browser.ts';
import { createEndpointInput } from '#domain/webhooks/endpoint-contract.browser.ts';
import { createEndpoint } from '#domain/webhooks/endpoints/create-endpoint.ts';
import { prisma, query } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { insertMessages } from '../support/messages.ts';
import { signedIn } from '../support/signed-in.ts';
import { hrefTo } from '../support/visitor.ts';

const web = await sharedWeb();

/**
 * A signed-in user with a key who has completed the first steps, and a function that returns the text of Home, with `|`
 * instead of tags.
 */
async function aMember({ keys = 1 } = {}) {
  const user = await aUser({ name: 'Asha Rao' });
  if (keys) await createKey({ userId: user.userId, name: 'Shop' });
  await hideFirstSteps(user.userId);
  const visitor = await signedIn(web.url, user);
  const home = async (search = '') => {
    const { status, html } = await visitor.get(`/dashboard${search}`);
    const main = /<main.*<\/main>/s.exec(html)?.[0] ?? '';
    const text = main.replaceAll(/<!--.*?-->|<[^>]+>/g, '|').replaceAll(/\|+/g, '|');
    return { status, main, text };
  };
  return { userId: user.userId, home };
}

/** A day in India some days ago, as the page shows it and as it is stored. */
function dayAgo(ago: number) {
  const at = new Date(Date.now() - ago * 86_400_000);
  const zoned = (locale: string, format: Intl.DateTimeFormatOptions) =>
    at.toLocaleDateString(locale, { ...format, timeZone: 'Asia/Kolkata' });
  return {
    day: new Date(zoned('en-CA', {})),
    name: zoned('en-IN', { day: 'numeric', month: 'short' }),
    iso: zoned('en-CA', {}),
  };
}

type Row = { metric: 'accepted' | 'delivered' | 'failed' | 'otp_sent' | 'otp_verified' } & {
  count: number;
  latencyBucket?: number;
};

const withStats = (userId: string, ago: number, rows: Row[]) =>
  prisma.statIncrement.createMany({
    data: rows.map((row) => ({ latencyBucket: 0, ...row, userId, day: dayAgo(ago).day })),
  });

describe('the statistics of the last 30 days', () => {
  test('are shown with rates and Indian digit groups, whether or not the counts are rolled up', async () => {
    const { userId, home } = await aMember();
    await withStats(userId, 3, [
      { metric: 'accepted', count: 1_30_000 },
      { metric: 'delivered', latencyBucket: 28, count: 1_20_000 },
      { metric: 'failed', count: 5_000 },
      { metric: 'otp_sent', count: 400 },
      { metric: 'otp_verified', count: 300 },
    ]);
    await withStats(userId, 29, [{ metric: 'accepted', count: 4_567 }]);
    await withStats(userId, 30, [{ metric: 'accepted', count: 1 }]);
    const before = await home();
    await rollUpStats();
    expect((await home()).text).toBe(before.text);
    for (const words of [
      'Welcome back, |Asha Rao',
      'Delivered|96%|1,20,000| of |1,25,000|',
      // The latency bucket that begins at 1.28 s.
      'Delivery p95|1.5 s|p50 |1.4 s|',
      'OTPs verified|75%|300| of |400|',
      'Shop|',
    ]) {
      expect(before.text).toContain(`|${words}`);
    }
    // In the preceding 30 days no message had a final state. So the page shows no earlier value for the rates, and 0 as
    // the earlier value of the failures.
    expect(before.text).not.toContain(' from –');
    expect(before.text).toContain('Without a reason|5,000|up from 0|');
    expect(before.text).toContain(`${dayAgo(3).name}|1,30,000|1,20,000|5,000|96%|`);
    expect(before.text).toContain(`${dayAgo(29).name}|4,567|0|`);
    // Without the lookbehind, the 1st of a month would also match the 11th.
    expect(before.text).not.toMatch(new RegExp(`(?<!\\d)${dayAgo(30).name}\\|`));
  });

  test('link each day to its messages, both from its bar and from its row, except a day without messages', async () => {
    const { userId, home } = await aMember();
    await withStats(userId, 5, [{ metric: 'accepted', count: 7 }]);
    const { main } = await home();
    const [from, to] = [5, 4].map((ago) => startOfDayInIndia(dayAgo(ago).iso).toISOString());
    expect(main).toContain(hrefTo(paths.messages({ from: from ?? '', to: to ?? '' })));
    expect(main.match(/messages\?from=\d/g)).toHaveLength(2);
    expect(main.match(/tabindex="0"/gi)).toHaveLength(1);
  });

  test('count a code that can still be verified neither as verified nor as failed', async () => {
    const { userId, home } = await aMember();
    await withStats(userId, 0, [
      { metric: 'accepted', count: 3 },
      { metric: 'otp_sent', count: 3 },
    ]);
    const code = { userId, keyId: 'dk_1', state: 'pending', codeHash: new Uint8Array(32) } as const;
    const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 300_000)];
    await prisma.otp.createMany({
      data: [1, 2, 3].map((i) => ({
        ...{ ...code, id: newId('otp'), recipient: `+91987654321${i}` },
        ...{ sentAt: [createdAt], createdAt, expiresAt },
      })),
    });
    expect((await home()).text).toContain('|OTPs verified|–|0| of |0|3| still valid|');
    await withStats(userId, 0, [
      { metric: 'otp_sent', count: 4 },
      { metric: 'otp_verified', count: 3 },
    ]);
    expect((await home()).text).toContain('|OTPs verified|75%|3| of |4|3| still valid|');
  });

  test('show neither a rate nor a time if there are no messages', async () => {
    const { userId, home } = await aMember();
    await withStats(userId, 0, [{ metric: 'accepted', count: 1 }]);
    const { text } = await home();
    for (const name of ['Delivered', 'Delivery p95', 'OTPs verified']) {
      expect(text).toContain(`|${name}|–|`);
    }
  });

  test('do not include other accounts', async () => {
    const [one, other] = [await aMember(), await aMember()];
    await withStats(one.userId, 1, [{ metric: 'accepted', count: 12 }]);
    expect((await other.home()).text).toContain('|No messages in the last |30 days|');
  });

  test('cover the last 24 hours or seven days if the user chooses this', async () => {
    const { userId, home } = await aMember();
    for (const [ago, count] of [
      [5, 9],
      [20, 2_000],
    ] as const) {
      const delivered = { metric: 'delivered', latencyBucket: 28, count } as const;
      await withStats(userId, ago, [{ metric: 'accepted', count }, delivered]);
    }
    expect((await home()).text).toContain('|2,009| of |2,009|');
    expect((await home('?range=7d')).text).toContain('|9| of |9|');
    expect((await home('?range=24h')).text).toContain('|No messages in the last |24 hours|');
  });

  test('cover the period that was chosen last in this browser', async () => {
    const { userId, home } = await aMember();
    await withStats(userId, 5, [{ metric: 'accepted', count: 9 }]);
    await home('?range=24h');
    for (const search of ['', '?range=nonsense', '?latest=failed']) {
      expect((await home(search)).text).toContain('|No messages in the last |24 hours|');
    }
    const { main } = await home();
    expect(main).toContain(hrefTo('/dashboard?range=30d'));
    await home('?range=30d');
    expect((await home()).text).not.toContain('|No messages in the last |');
  });
});

test('problems come first: a failing endpoint, today’s failures with reasons, and a used-up plan', async () => {
  const { userId, home } = await aMember();
  expect((await home()).main).not.toContain('Needs attention');
  const author = { userId, keyId: null, from: null };
  const make = async (settings: { url: string; description?: string }) =>
    (await createEndpoint(author, createEndpointInput.parse({ ...settings, livemode: true }))).data;
  const { _id } = await make({ url: 'https://hooks.example/a-token-in-the-path' });
  await make({ url: 'https://hooks.example/orders', description: 'Order system' });
  await prisma.webhookEndpoint.updateMany({
    where: { userId },
    data: { failures: 3, failingSince: new Date() },
  });
  await withStats(userId, 0, [{ metric: 'accepted', count: 20 }]);
  await prisma.statIncrement.create({
    data: {
      ...{ userId, day: dayAgo(0).day, metric: 'failed', latencyBucket: 0, count: 20 },
      code: 'UNDELIV 001',
    },
  });
  const period = await getCurrentUsagePeriod(userId);
  await prisma.usagePeriod.update({
    where: { id: period.id },
    data: { messagesUsed: period.messageLimit },
  });
  const { main, text } = await home();
  for (const name of ['hooks.example', 'Order system']) {
    expect(text).toContain(`|Endpoint |${name}| |has been failing| |since |`);
  }
  expect(main).not.toContain('a-token-in-the-path');
  expect(text).toContain(
    '|20 messages failed today, 20 of them: The operator could not deliver the message.',
  );
  expect(text).toContain('messages of this month are used');
  expect(text).toContain('|used up until| |');
  expect(main).toContain(hrefTo(paths.webhook(_id)));
  expect(main.indexOf('Needs attention')).toBeLessThan(main.indexOf('This month'));
});

test('an account without messages sees a link to the console, and an account without keys sees only a link to create a key', async () => {
  const { main, text } = await (await aMember()).home();
  expect(text).toContain(
    '|No messages in the last |30 days|. When your keys send messages, they are counted here.|',
  );
  expect(main).toContain(hrefTo(paths.dashboard('message')));
  expect(main).not.toContain('<ol');
  const newcomer = await (await aMember({ keys: 0 })).home();
  expect(newcomer.text).not.toContain('Last 30 days');
  expect(newcomer.text).toContain('|You have no API keys yet|');
});

test('if the statistics cannot be read, an error is shown in their place, and the keys are listed as usual', async () => {
  const { home } = await aMember();
  await prisma.$executeRaw`ALTER TABLE account_stats RENAME TO account_stats_away`;
  const failed = await home();
  await prisma.$executeRaw`ALTER TABLE account_stats_away RENAME TO account_stats`;
  expect(failed.status).toBe(200);
  expect(failed.text).toContain('|Failed to load statistics|');
  expect(failed.text).toContain('|Try again|');
  expect(failed.text).toContain('|Shop|');
  expect((await home()).text).not.toContain('Failed to load statistics');
});

test('Home shows the account’s usage and ten latest messages with their texts, and no data of other accounts', async () => {
  const [mine, theirs] = [await aMember(), await aMember()];
  const ids = await insertMessages(
    mine.userId,
    Array.from({ length: 12 }, (_, i) => ({ state: 'delivered' as const, content: `Order ${i}` })),
  );
  await insertMessages(theirs.userId, [{ state: 'failed' }]);
  const period = await getCurrentUsagePeriod(mine.userId);
  await prisma.usagePeriod.update({ where: { id: period.id }, data: { messagesUsed: 12 } });
  const { main, text } = await mine.home();
  expect(text).toContain(`|Messages|12| |of |${period.messageLimit}|`);
  const shown = [...ids].sort().reverse().slice(0, 10);
  expect([...main.matchAll(/\/dashboard\/messages\/(msg_\w+)/g)].map(([, id]) => id)).toEqual(
    shown,
  );
  expect([...text.matchAll(/\|(Order \d+)\|/g)].map(([, content]) => content)).toEqual(
    shown.map((id) => `Order ${ids.indexOf(id)}`),
  );
  const views = await listTextViews(mine.userId, { limit: 10 });
  expect(views.entries.map(({ way, texts }) => [way, texts])).toEqual([['page', 10]]);
  expect(text).not.toContain('|failed|');
  const failed = await theirs.home('?latest=failed');
  expect(failed.text).toContain('|failed|');
  expect((await mine.home('?latest=failed')).text).toContain('|No message has failed.|');
});

test('the statistics are read from counters, never from messages', async () => {
  const { userId } = await aUser();
  const values = `user_id, 'delivered', bucket, 'dk_' || bucket % 3, 'MYSHOP', 't' || bucket, 'transactional', 'first', '', 10
       FROM unnest(ARRAY(SELECT 'usr_' || no FROM generate_series(1, 200) AS no) || $1::text) AS user_id,
         generate_series(0, 29) AS day, generate_series(0, 18, 6) AS hour, generate_series(0, 9) AS bucket`;
  const columns =
    'metric, latency_bucket, key_id, sender, template_id, category, carrier, code, count';
  await query(
    'fill-account-stats',
    `INSERT INTO account_stats (begins_at, user_id, ${columns})
     SELECT timestamptz '2026-04-05 18:30Z' + day * interval '1 day' + hour * interval '1 hour', ${values}`,
    [userId],
  );
  await query('analyze', 'ANALYZE', []);
  const period = periodOf('30d', new Date('2026-05-05T12:00:00Z'));
  const [row] = await query<{ 'QUERY PLAN': string[] }>(
    'explain-stats',
    `EXPLAIN (ANALYZE, FORMAT JSON) ${statsSql('template')}`,
    statsValues(userId, period),
  );
  const plan = JSON.stringify(row?.['QUERY PLAN']);
  const tables = [...plan.matchAll(/"Relation Name":"(\w+)"/g)].map(([, name]) => name);
  expect(tables.toSorted()).toEqual(['account_stats', 'daily_stats', 'stat_increments']);
  expect(plan).toContain('account_stats_pkey');
});
