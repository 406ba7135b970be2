import { expect, test } from 'vitest';
import { grantSubscription } from '#domain/billing/subscriptions/end-subscriptions.ts';
import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import { enqueueUsageEmails, loadUsageEmail } from '#domain/billing/usage/usage-emails.ts';
import { defaultSettings, type Settings } from '#domain/identity/settings/contract.browser.ts';
import { saveSettings } from '#domain/identity/settings/stored-settings.ts';
import { prisma } from '#platform/db.ts';
import { carrierConfig, carriers, startMailbox, startSmsc } from '../harness/product.ts';
import { startWorker, stopAfterTest } from '../harness/programs.ts';
import { until } from '../harness/until.ts';
import { aUser } from '../support/account.ts';

/** A user who has used `used` of 50 messages. */
async function aSender(used: number, chosen: Partial<Settings> = {}, name = 'Asha Rao') {
  const { userId, email } = await aUser({ name });
  if (Object.keys(chosen).length > 0) await choose(userId, chosen);
  await use(userId, used);
  return { userId, email };
}

const choose = (userId: string, chosen: Partial<Settings>) =>
  saveSettings(userId, { ...defaultSettings, ...chosen });

async function use(userId: string, messagesUsed: number) {
  const { id } = await getCurrentUsagePeriod(userId);
  await prisma.usagePeriod.update({ where: { id }, data: { messagesUsed } });
}

/** The kinds of enqueued emails, in order. */
const askedFor = async ({ email }: { email: string }) =>
  (await prisma.email.findMany({ where: { email }, orderBy: { id: 'asc' } })).map(
    ({ kind }) => kind,
  );

const warning = 'usage_warning';
const reached = 'usage_limit_reached';

test('both usage emails arrive, and each contains the usage, the limit, the end of the month and advice', async () => {
  const [mailbox, smsc] = await Promise.all([startMailbox(), startSmsc()]);
  const sender = await aSender(40);
  await stopAfterTest(
    startWorker({
      ...carriers(carrierConfig('first', smsc)),
      SMTP_URL: mailbox.smtpUrl,
      RECONCILE_INTERVAL_SECONDS: '0.1',
      PUBLIC_URL: 'https://dakiya.example',
    }),
  );
  const lettersOf = () => mailbox.mails.list(sender.email);
  await until('the first is there', () => lettersOf().length === 1);
  await use(sender.userId, 50);
  await until('the second is there', () => lettersOf().length === 2);
  const [second, first] = lettersOf();
  expect(first?.subject).toBe('80 % of your monthly messages are used');
  expect(first?.text).toContain('40 of the 50 messages of your plan Free are used this month.');
  expect(second?.subject).toBe('Your monthly message limit is reached');
  const { endsAt } = await getCurrentUsagePeriod(sender.userId);
  const day = endsAt.toLocaleDateString('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });
  for (const rendered of [first, second]) {
    expect(rendered?.text).toContain('Hello Asha Rao,');
    expect(rendered?.text).toContain(day);
    expect(rendered?.html).toContain('href="https://dakiya.example/plans"');
  }
});

test('no email is sent below 80 %, and above it one email for each threshold', async () => {
  const sender = await aSender(39);
  await enqueueUsageEmails();
  expect(await askedFor(sender)).toEqual([]);
  await use(sender.userId, 40);
  await enqueueUsageEmails();
  await enqueueUsageEmails();
  expect(await askedFor(sender)).toEqual([warning]);
  await use(sender.userId, 49);
  await enqueueUsageEmails();
  expect(await askedFor(sender)).toEqual([warning]);
  await use(sender.userId, 50);
  await enqueueUsageEmails();
  await enqueueUsageEmails();
  expect(await askedFor(sender)).toEqual([warning, reached]);
});

test('usage that passes both thresholds at once causes only the email at 100 %', async () => {
  const sender = await aSender(50);
  await enqueueUsageEmails();
  await enqueueUsageEmails();
  expect(await askedFor(sender)).toEqual([reached]);
});

test('units that are credited back and used again cause no second email', async () => {
  const sender = await aSender(40);
  await enqueueUsageEmails();
  for (const used of [38, 41, 50, 45, 50]) {
    await use(sender.userId, used);
    await enqueueUsageEmails();
  }
  expect(await askedFor(sender)).toEqual([warning, reached]);
});

test.each([
  [{ email: true, criticalAlerts: false }, [warning, reached]],
  [{ email: false, criticalAlerts: true }, [reached]],
  [{ email: false, criticalAlerts: false }, []],
])('the emails sent follow the settings %j', async (chosen, expectedKinds) => {
  const sender = await aSender(40, chosen);
  await enqueueUsageEmails();
  await use(sender.userId, 50);
  await enqueueUsageEmails();
  expect(await askedFor(sender)).toEqual(expectedKinds);
});

test('a user who turns emails on after passing the threshold gets one email', async () => {
  const sender = await aSender(45, { email: false, criticalAlerts: false });
  await enqueueUsageEmails();
  expect(await askedFor(sender)).toEqual([]);
  await choose(sender.userId, { email: true });
  await enqueueUsageEmails();
  await enqueueUsageEmails();
  expect(await askedFor(sender)).toEqual([warning]);
});

test('parallel reconcilers enqueue one usage email', async () => {
  const senders = await Promise.all(Array.from({ length: 10 }, (_, i) => aSender(40 + i)));
  await Promise.all(Array.from({ length: 6 }, () => enqueueUsageEmails()));
  for (const sender of senders) expect(await askedFor(sender)).toEqual([warning]);
});

test('no email is sent for a month that has ended, or after a change of the plan', async () => {
  const [late, changed] = [await aSender(50), await aSender(50)];
  const { id } = await getCurrentUsagePeriod(late.userId);
  await prisma.usagePeriod.update({ where: { id }, data: { endsAt: new Date(Date.now() - 1) } });
  const startedAt = new Date(Date.now() - 1_000);
  const expiresAt = new Date(Date.now() + 24 * 3_600_000);
  await grantSubscription({ userId: changed.userId, planName: 'Pro', startedAt, expiresAt });
  await enqueueUsageEmails();
  expect([await askedFor(late), await askedFor(changed)]).toEqual([[], []]);
});

test('a user whose email fails does not block the emails of other users', async () => {
  const [bad, good] = [await aSender(40), await aSender(40)];
  const { id } = await getCurrentUsagePeriod(bad.userId);
  await prisma.$executeRawUnsafe(
    `ALTER TABLE usage_periods ADD CONSTRAINT broken CHECK (id <> '${id}' OR notified_percent = 0)`,
  );
  try {
    await enqueueUsageEmails();
  } finally {
    await prisma.$executeRawUnsafe('ALTER TABLE usage_periods DROP CONSTRAINT broken');
  }
  expect([await askedFor(bad), await askedFor(good)]).toEqual([[], [warning]]);
  await enqueueUsageEmails();
  expect(await askedFor(bad)).toEqual([warning]);
});

test.each([
  ['units were credited', 50, 49, [warning, reached], 50],
  ['the rest was used', 40, 50, [warning], 50],
  ['units were credited to below 80 %', 40, 39, [warning], 41],
])(
  'a usage email is skipped if its threshold no longer applies, and can be sent later: %s',
  async (_, used, then, kinds, last) => {
    const sender = await aSender(0);
    const write = (kind: typeof warning | typeof reached) =>
      loadUsageEmail(kind === reached ? 100 : 80, {
        email: sender.email,
        about: null,
        createdAt: new Date(),
      });
    await use(sender.userId, 40);
    await enqueueUsageEmails();
    await use(sender.userId, used);
    await enqueueUsageEmails();
    expect(await askedFor(sender)).toEqual(kinds);
    const kind = used === 50 ? reached : warning;
    await use(sender.userId, then);
    expect(await write(kind)).toBeNull();
    // A second attempt to write the same email changes nothing.
    expect(await write(kind)).toBeNull();
    await use(sender.userId, last);
    await enqueueUsageEmails();
    const sentKind = last === 50 ? reached : warning;
    expect(await askedFor(sender)).toEqual([...kinds, sentKind]);
    const rendered = await write(sentKind);
    expect(rendered?.content.subject).toBe(
      last === 50
        ? 'Your monthly message limit is reached'
        : '82 % of your monthly messages are used',
    );
  },
);
