import { afterAll, expect, test } from 'vitest';
import { enqueueDriftEmails } from '#domain/delivery/drift/drift-emails.ts';
import { countDriftingAccounts } from '#domain/delivery/drift/list-drift.ts';
import type { OperatorVerdict } from '#domain/dlt/operator-verdicts/operator-verdicts.browser.ts';
import { prisma } from '#platform/db.ts';
import type { Account } from '../support/account.ts';
import { anOwner, owned } from '../support/dlt-owner.ts';
import { renderQueuedEmail } from '../support/emails.ts';

const { header, templateId } = owned;

const emailsTo = async ({ userId }: Account) => {
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
  return prisma.email.findMany({ where: { email, kind: 'dlt_drift' } });
};

/** India's day, so many before the one that began eight hours after midnight. */
const dayBefore = (days: number) =>
  new Date(Date.now() + (5.5 - 8 - 24 * days) * 3_600_000).toISOString().slice(0, 10);

type Counted = { rejections: number; day: string; lastAt?: Date; verdict?: OperatorVerdict };

/** Drift as if it had been counted on a day. */
const drifted = ({ userId }: Account, { day, verdict, ...counted }: Counted) =>
  prisma.dltDrift.create({
    data: {
      ...{ userId, header, templateId, verdict: verdict ?? 'dlt_template_not_matched' },
      ...{ carrier: 'first', errorCode: '633', messageId: 'msg_1', lastAt: new Date() },
      ...{ ...counted, day: new Date(day) },
    },
  });

/** Counts messages as accepted on a day, some of which are rolled up already. */
async function accepted({ userId }: Account, day: string, count: number) {
  const at = { userId, day: new Date(day), metric: 'accepted' as const, latencyBucket: 0 };
  await prisma.dailyStat.create({ data: { ...at, count: count - 1 } });
  await prisma.statIncrement.create({ data: { ...at, count: 1 } });
}

test('an account is emailed once about the drift of a day, however little it was, with its share', async () => {
  const [account, other, earlier] = await Promise.all([anOwner(), anOwner(), anOwner()]);
  const yesterday = dayBefore(1);
  await drifted(account, { rejections: 1, day: yesterday });
  await drifted(account, { rejections: 2, day: yesterday, verdict: 'dlt_var_too_long' });
  await accepted(account, yesterday, 40);
  // Of today, which is not over, and of an earlier day.
  await drifted(other, { rejections: 50, day: dayBefore(0) });
  await drifted(earlier, { rejections: 50, day: dayBefore(2) });
  // Two reconcilers at once.
  const counts = await Promise.all([enqueueDriftEmails(), enqueueDriftEmails()]);
  expect(counts.toSorted()).toEqual([0, 1]);
  expect(await enqueueDriftEmails()).toBe(0);
  for (const one of [other, earlier]) expect(await emailsTo(one)).toEqual([]);
  const emails = await emailsTo(account);
  expect(emails).toHaveLength(1);
  const about = emails[0]?.about ?? null;
  const email = await renderQueuedEmail('dlt_drift', { email: '', createdAt: new Date(), about });
  expect(email?.subject).toBe('Operators rejected 3 messages that agreed with your templates');
  const text = email?.text.replaceAll(/\s+/g, ' ') ?? '';
  expect(text).toContain('3 messages (8 % of the 40 that you sent on that day)');
  expect(text).toMatch(/ACMEIN, template 1107160000000000001: 2\..*ACMEIN, template .*: 1\./);
  expect(text).toContain('/dashboard/senders/rejections');
  // It goes on the next day.
  await prisma.dltDrift.updateMany({
    where: { userId: account.userId },
    data: { day: new Date(dayBefore(2)) },
  });
  expect(await enqueueDriftEmails()).toBe(0);
  await drifted(account, { rejections: 1, day: yesterday, verdict: 'dlt_entity_unknown' });
  await prisma.dltRegistry.update({
    where: { userId: account.userId },
    data: { driftNotifiedDay: new Date(dayBefore(2)) },
  });
  expect(await enqueueDriftEmails()).toBe(1);
  await prisma.dltRegistry.delete({ where: { userId: account.userId } });
  const gone = { email: '', createdAt: new Date(), about };
  expect(await renderQueuedEmail('dlt_drift', gone)).toBeNull();
});

test('the accounts are counted of which operators reject a tenth of 20 messages or more, and of late', async () => {
  await prisma.dltDrift.deleteMany();
  const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const make = async (messages: number, rejections: number, lastAt = new Date()) => {
    const account = await anOwner();
    await accepted(account, today, messages);
    await drifted(account, { rejections, day: today, lastAt });
  };
  await make(19, 19);
  await make(1_000, 99);
  await make(20, 20, hoursAgo(7));
  expect(await countDriftingAccounts()).toBe(0);
  await make(20, 2);
  await make(1_000, 100);
  expect(await countDriftingAccounts()).toBe(2);
});

afterAll(() => prisma.dltRegistry.deleteMany());
