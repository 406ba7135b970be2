import { expect, onTestFinished, test } from 'vitest';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { prisma, query } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { signedIn } from '../support/signed-in.ts';

const web = await sharedWeb();

type Counted = {
  metric: 'accepted' | 'delivered' | 'failed' | 'otp_sent' | 'otp_verified' | 'test_accepted';
  count: number;
  sender?: string;
  carrier?: string;
  code?: string;
  latencyBucket?: number;
  /** The age of this count in hours, relative to the newest counts; 0 by default. */
  hoursAgo?: number;
};

const hourMs = 3_600_000;

async function addCounts(userId: string, counts: Counted[], keyId = 'dk_1'): Promise<void> {
  const hour = new Date(Math.floor(Date.now() / 1_800_000) * 1_800_000 - 1_800_000);
  await prisma.statIncrement.createMany({
    data: counts.map(({ hoursAgo = 0, ...counted }) => ({
      ...{ userId, keyId, day: hour, latencyBucket: 0 },
      hour: new Date(hour.getTime() - hoursAgo * hourMs),
      ...{ sender: 'ACMEIN', category: 'transactional' },
      ...counted,
    })),
  });
}

/**
 * A member with counts in the last hour or earlier, and a function that returns the text of the page at an address, with `|`
 * instead of tags.
 */
async function aMember(counts: Counted[]) {
  const user = await aUser();
  const { keyId } = await createKey({ userId: user.userId, name: 'Shop' });
  await addCounts(user.userId, counts, keyId);
  const visitor = await signedIn(web.url, user);
  const show = async (search = '') => {
    const { status, html } = await visitor.get(`/dashboard/analytics${search}`);
    const main = /<main.*<\/main>/s.exec(html)?.[0] ?? '';
    return {
      status,
      main,
      text: main.replaceAll(/<!--.*?-->|<[^>]+>/g, '|').replaceAll(/\|+/g, '|'),
    };
  };
  return { userId: user.userId, keyId, visitor, show };
}

const counts: Counted[] = [
  { metric: 'accepted', count: 1_000 },
  { metric: 'accepted', count: 234, sender: '600123' },
  { metric: 'delivered', count: 1_100, carrier: 'first', latencyBucket: 28 },
  { metric: 'failed', count: 100, carrier: 'second', code: 'UNDELIV 001' },
  { metric: 'otp_sent', count: 200, sender: '' },
  { metric: 'otp_verified', count: 150, sender: '' },
  { metric: 'test_accepted', count: 7_777 },
];

test('each figure shows its change since the previous period, and a change for the worse is marked', async () => {
  const before = [
    { metric: 'accepted', count: 2_000 },
    { metric: 'delivered', count: 1_990, carrier: 'first', latencyBucket: 28 },
    { metric: 'failed', count: 10, carrier: 'second', code: 'UNDELIV 001' },
  ] as const;
  const { show } = await aMember([
    ...counts,
    ...before.map((counted) => ({ ...counted, hoursAgo: 30 })),
  ]);
  const { text, main } = await show('?range=24h');
  for (const words of [
    '|Accepted|1,234|down from 2,000|',
    '|Delivery rate|91.6%|down from 99.5%|',
    '|Failed|100|up from 10|',
    '|1.5 s|unchanged|',
    'code: 001.|100|UNDELIV 001|up from 10|',
  ]) {
    expect(text).toContain(words);
  }
  const marked = [...main.matchAll(/<span class="text-bad">([^<]*)</g)].map(([, words]) => words);
  expect(marked).toEqual(['down from 99.5%', 'up from 10']);
});

test('the screen shows the figures of the period and the reasons of failures, without JavaScript', async () => {
  const { show } = await aMember(counts);
  const { status, text, main } = await show('?range=24h');
  expect(status).toBe(200);
  for (const words of [
    '|Accepted|1,234|up from 0|',
    '|Delivery rate|91.6%|',
    '|Failed|100|',
    '|OTPs verified|75%|',
    '|The operator could not deliver the message. Operator error code: 001.|100|UNDELIV 001|',
    '|Still valid|',
  ]) {
    expect(text).toContain(words);
  }
  expect(text).not.toContain('7,777');
  expect(main).toContain('aria-current="page"');
});

test('the table beside the chart has the link of each bar, on Analytics and on Home', async () => {
  const { show, visitor } = await aMember([
    ...counts,
    { metric: 'accepted', count: 5, hoursAgo: 3 },
    { metric: 'delivered', count: 5, carrier: 'first', latencyBucket: 28, hoursAgo: 3 },
  ]);
  const home = (await visitor.get('/dashboard?range=24h')).html;
  for (const html of [(await show('?range=24h&sender=ACMEIN')).main, home]) {
    const bars = html.match(/<a [^>]*aria-label="[^"]* accepted, [^>]*>/g) ?? [];
    const table = /<table.*?<\/table>/s.exec(html)?.[0] ?? '';
    const hrefOf = (link: string) => /href="([^"]*)"/.exec(link)?.[1];
    expect(bars).toHaveLength(2);
    expect((table.match(/<a [^>]*>/g) ?? []).map(hrefOf)).toEqual(bars.map(hrefOf).toReversed());
  }
});

test('in the breakdown, the link of a value filters the screen by this value, and each filter can be removed', async () => {
  const { show, keyId } = await aMember(counts);
  const bySender = await show('?by=sender');
  expect(bySender.text).toContain('|ACMEIN|');
  expect(bySender.text).toContain('|600123|');
  expect(bySender.main).toContain('by=sender&amp;sender=600123');
  const narrowed = await show('?by=sender&sender=600123');
  expect(narrowed.text).toContain('|Accepted|234|');
  expect(narrowed.text).toContain('|Sender| |600123|');
  expect((await show(`?by=key&key=${keyId}`)).text).toContain('|API key| |Shop|');
  expect((await show('?by=carrier')).text).toContain('|second|');
});

test('an operator’s error code is explained if all carriers of the messages give it the same meaning', async () => {
  const failed = { metric: 'failed', code: 'UNDELIV 633', count: 7 } as const;
  const { userId, show } = await aMember([
    { metric: 'accepted', count: 14 },
    { ...failed, carrier: 'first' },
  ]);
  const explained =
    '|The operator could not deliver the message. The operator says that the text differs from the template. Compare our copy of the template with your DLT portal. (633)|';
  expect((await show('?range=24h')).text).toContain(explained);
  const other = newId('car');
  const receiptErrors = [{ code: '633', verdict: 'operator_flooding' }];
  await prisma.carrier.create({
    data: { id: other, name: other, source: 'operator', position: 99, profile: { receiptErrors } },
  });
  onTestFinished(async () => {
    await prisma.carrier.delete({ where: { id: other } });
  });
  await addCounts(userId, [{ ...failed, carrier: other }]);
  const { text } = await show('?range=24h');
  expect(text).toContain(
    '|The operator could not deliver the message. Operator error code: 633.|14|',
  );
  expect(text).not.toContain(explained);
});

test('another account’s figures are not shown, and a period without messages is reported as empty', async () => {
  await aMember(counts);
  const { show } = await aMember([]);
  expect((await show('?range=30d')).text).toContain('|No messages in this period|');
  expect((await show('?range=nonsense&by=%00&sender=%00')).status).toBe(200);
});

test('webhook events are counted by endpoint, over the newest events of the period', async () => {
  const { userId, show } = await aMember(counts);
  await query(
    'insert-webhook-events',
    `INSERT INTO webhook_events (id, user_id, endpoint_id, type, at, state, duration_ms)
     SELECT id, $2, 'whe_gone', 'message.delivered', now(), state::webhook_event_state, 100
     FROM unnest($1::text[], $3::text[]) AS e(id, state)`,
    [
      Array.from({ length: 4 }, () => newId('evt')),
      userId,
      ['delivered', 'delivered', 'delivered', 'failed'],
    ],
  );
  const { text } = await show();
  expect(text).toContain('|A deleted endpoint|75%| of |4| delivered|, 1 given up|; p50 |100 ms|');
});
