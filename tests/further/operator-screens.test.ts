import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toLocalTime } from '#app/messages/contract.ts';
import { paths } from '#app/paths.ts';
import { creditMonth } from '#domain/billing/usage/credit-month.ts';
import { addCarrier } from '#domain/delivery/routing/manage-carriers.ts';
import { writeRoute } from '#domain/delivery/routing/route-rows.ts';
import { registerHeader } from '#domain/dlt/registry/register.ts';
import { suspendAccount } from '#domain/messaging/suspensions/suspend-account.ts';
import { createAnnouncement } from '#domain/notifications/announcements/announcements.ts';
import { announcementInput } from '#domain/notifications/announcements/contract.browser.ts';
import { prisma, query } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { inherited } from '#scripts/environment.ts';
import {
  axeViolationsAtAllWidths,
  findOverflowingWidths,
  launchBrowser,
  openPage,
  signIn,
} from '../harness/browser.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { insertMessages } from '../support/messages.ts';
import { anOperator } from '../support/operator.ts';
import { visit } from '../support/wait-for-idle.ts';

const web = await sharedWeb();

/** SCREENS_DIR=<folder> stores screenshots at four widths, light and dark, for visual review. */
const { SCREENS_DIR: folder } = inherited;

const access = { host: 'smpp.example', port: 2775, systemId: 'acme', password: 'secret' };

/**
 * A million messages over eight days, 87 a minute: per minute and carrier, submits, deliveries in 20 buckets of latency for
 * both lanes, and failures with two codes.
 */
const insertWeek = `
  INSERT INTO delivery_stats (begins_at, carrier, kind, outcome, latency_bucket, code, count)
  SELECT date_trunc('minute', now()) - minute * interval '1 minute', carrier, kind::message_kind, outcome::delivery_outcome, bucket, code, 1
  FROM generate_series(0, 11519) AS minute, unnest(ARRAY['first', 'second']) AS carrier,
    unnest(ARRAY['otp', 'message']) AS kind,
    (SELECT 'delivered' AS outcome, bucket, '' AS code FROM generate_series(20, 39) AS bucket
     UNION ALL VALUES ('submitted', -1, ''), ('undelivered', -1, 'UNDELIV 001'), ('rejected', -1, 'refused with 0x00000058')) AS results
  ON CONFLICT DO NOTHING`;

const insertPrefixes = `
  INSERT INTO delivery_prefix_stats (begins_at, carrier, prefix, outcome, latency_bucket, code, count)
  SELECT date_trunc('minute', now()) - minute * interval '1 minute', 'first', (9000 + prefix)::text, 'delivered', 28, '', 3
  FROM generate_series(0, 119) AS minute, generate_series(1, 60) AS prefix ON CONFLICT DO NOTHING`;

const insertHours = `
  INSERT INTO delivery_hour_stats (begins_at, carrier, kind, outcome, latency_bucket, code, count)
  SELECT date_trunc('hour', begins_at, 'Asia/Kolkata'), carrier, kind, outcome, latency_bucket, code, sum(count)
  FROM delivery_stats GROUP BY 1, 2, 3, 4, 5, 6`;

await query('test-week', insertWeek, []);
await query('test-hours', insertHours, []);
await query('test-prefixes', insertPrefixes, []);
await query('test-analyze', 'ANALYZE', []);
await addCarrier({ name: 'first', ...access });
await addCarrier({ name: 'second', ...access });
await writeRoute({ name: 'otp', prefixes: ['9198'], carriers: [{ name: 'second' }] });
const { user, visitor } = await anOperator(web.url);

const now = new Date();
const hourAgo = new Date(now.getTime() - 3_600_000);
const binds = (first: number, second: number) =>
  Object.entries({ first, second }).map(([carrier, bound]) => ({
    ...{ carrier, bound, connections: 2, since: hourAgo.toISOString() },
  }));
await prisma.process.createMany({
  data: [
    { id: 'prc_a', host: 'worker-1.messages.example', carriers: binds(2, 2), seenAt: now },
    { id: 'prc_b', host: 'worker-2.messages.example', carriers: binds(1, 0), seenAt: now },
    { id: 'prc_c', host: 'worker-3.messages.example', carriers: binds(2, 2), seenAt: hourAgo },
  ].map((row) => ({
    ...{ ...row, kind: 'worker' as const, version: '0.9.0', pid: 4711, startedAt: hourAgo },
    queues: ['otp', 'messages', 'schedules'],
  })),
});

/** An account with messages, a header that waits, an order with a refund request, and a complaint. */
const customer = await aUser();
const { userId } = customer;
const by = { kind: 'operator', id: user.userId, role: 'owner', label: user.email } as const;
await insertMessages(userId, [{ state: 'delivered' }, { state: 'undelivered' }]);
await prisma.dltRegistry.create({ data: { userId } });
const entityId = '1101234567890123456';
await prisma.dltEntity.create({
  data: { userId, entityId, name: 'Acme Retail Private Limited', createdAt: now },
});
await registerHeader(userId, { header: 'ACMEIN', entity_id: entityId, category: 'promotional' });
await prisma.dltHeader.updateMany({ where: { userId }, data: { status: 'pending' } });
const plan = await prisma.plan.findFirstOrThrow({ where: { name: 'Pro' } });
const order = newId('ord');
await prisma.order.create({
  data: {
    ...{ id: order, userId, planId: plan.id, amountPaise: 99_900, createdAt: now },
    ...{ status: 'completed', paymentId: newId('ord'), paidAt: now },
  },
});
await prisma.refund.create({
  data: {
    ...{ id: newId('rfd'), orderId: order, amountPaise: 99_900, createdAt: now },
    reason: 'The codes arrived too late',
  },
});
await creditMonth(userId, { messages: 500, apiCalls: 0 }, 'Outage on Sunday', by);
await suspendAccount(userId, { reason: 'Complaints', notice: 'Please answer our email.' }, by);
const announcement = await createAnnouncement(
  announcementInput.parse({
    ...{ text: 'Carrier maintenance on Sunday from 01:00.', level: 'warning', audience: 'all' },
    ...{ linkUrl: '/status', linkLabel: 'Status', dismissible: 'on' },
    ...{ startsAt: toLocalTime(hourAgo), endsAt: toLocalTime(new Date(now.getTime() + 1e8)) },
  }),
);

const screens = {
  'operator-now': paths.operator('now'),
  'operator-now-carrier': paths.operator('now', { range: '24h', carrier: 'first' }),
  'operator-now-week': paths.operator('now', { range: '7d' }),
  'operator-carriers': paths.operator('carriers'),
  'operator-carrier': paths.operatorCarrier('first'),
  'operator-unread': paths.operatorUnread('first'),
  'operator-accounts': paths.operator('accounts'),
  'operator-accounts-found': paths.operator('accounts', { q: customer.email }),
  'operator-account': paths.operatorAccount(userId),
  'operator-senders': paths.operator('senders'),
  'operator-money': paths.operator('money'),
  'operator-announcements': paths.operator('announcements'),
  'operator-announcement': paths.operatorAnnouncement(announcement),
  'operator-audit': paths.operator('audit'),
};

test.each(Object.entries(screens))('the server renders %s within 300 ms', async (_, path) => {
  const times: number[] = [];
  for (let i = 0; i < 7; i++) {
    const began = performance.now();
    expect((await visitor.get(path)).status).toBe(200);
    times.push(performance.now() - began);
  }
  const best = Math.min(...times);
  process.stdout.write(`${path}: ${times.map((ms) => Math.round(ms)).join(' ')} ms\n`);
  expect(best).toBeLessThan(300);
});

test('no page of the console has axe violations or scrolls sideways', async () => {
  const page = await openPage(await launchBrowser(), web.url);
  await signIn(page, web.url, user, ['password', 'totp']);
  for (const [name, path] of Object.entries(screens)) {
    await visit(page, path);
    expect([name, await page.getByText('Dakiya operator').count()]).not.toEqual([name, 0]);
    expect([name, await axeViolationsAtAllWidths(page)]).toEqual([name, []]);
    expect([name, await findOverflowingWidths(page, [360, 768, 1280, 1600])]).toEqual([name, []]);
    if (!folder) continue;
    mkdirSync(folder, { recursive: true });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [360, 768, 1280, 1600]) {
        await page.setViewportSize({ width, height: 900 });
        const file = join(folder, `${name}-${width}-${colorScheme}.png`);
        await page.screenshot({ path: file, fullPage: true, animations: 'disabled' });
      }
    }
  }
}, 300_000);
