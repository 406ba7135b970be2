import { expect, test } from 'vitest';
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
};

/** A member with counts of the current hour, and what the screen shows at an address: its text, with its tags as bars. */
async function aMember(counts: Counted[]) {
  const user = await aUser();
  const { keyId } = await createKey({ userId: user.userId, name: 'Shop' });
  const hour = new Date(Math.floor(Date.now() / 1_800_000) * 1_800_000 - 1_800_000);
  await prisma.statIncrement.createMany({
    data: counts.map((counted) => ({
      ...{ userId: user.userId, keyId, hour, day: hour, latencyBucket: 0 },
      ...{ sender: 'ACMEIN', category: 'transactional' },
      ...counted,
    })),
  });
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
  return { userId: user.userId, keyId, show };
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

test('the screen shows the figures of the period without JavaScript, and why messages failed', async () => {
  const { show } = await aMember(counts);
  const { status, text, main } = await show('?range=24h');
  expect(status).toBe(200);
  for (const words of [
    '|Accepted|1,234|before: |0|',
    '|Delivery rate|91.6%|',
    '|Failed|100|',
    '|OTPs verified|75%|',
    '|The operator could not deliver it. Operator error code: 001.|100| (before |0|)|UNDELIV 001|',
    '|Still valid|',
  ]) {
    expect(text).toContain(words);
  }
  expect(text).not.toContain('7,777');
  expect(main).toContain('aria-current="page"');
});

test('a value of the split narrows the screen to it, and each filter can be removed', async () => {
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

test('another account’s figures are not shown, and a period without messages says so', async () => {
  await aMember(counts);
  const { show } = await aMember([]);
  expect((await show('?range=30d')).text).toContain('|No messages in this time|');
  expect((await show('?range=nonsense&by=%00&sender=%00')).status).toBe(200);
});

test('webhooks are counted by endpoint, among the newest events of the period', async () => {
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
  expect(text).toContain(
    '|A deleted endpoint|75%| of |4| delivered|, 1 given up|; half within| |100 ms|',
  );
});
