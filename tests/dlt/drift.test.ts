import { afterAll, expect, test } from 'vitest';
import { enqueueDriftEmails } from '#domain/delivery/drift/drift-emails.ts';
import { countDriftingAccounts, listDrift, purgeDrift } from '#domain/delivery/drift/list-drift.ts';
import { receiveReceipt } from '#domain/delivery/receipts/receive-receipt.ts';
import { checkDlt } from '#domain/dlt/check/check-dlt.ts';
import { createProfile } from '#domain/dlt/check/profile.ts';
import type { OperatorVerdict } from '#domain/dlt/operator-verdicts/operator-verdicts.browser.ts';
import { changeTemplate } from '#domain/dlt/registry/change-registered.ts';
import { findTemplate } from '#domain/dlt/registry/list-registry.ts';
import { loadRegistry } from '#domain/dlt/registry/load-registry.ts';
import type { EmailKind } from '#domain/notifications/email/contract.ts';
import { prisma, query } from '#platform/db.ts';
import { until } from '../harness/until.ts';
import type { Account } from '../support/account.ts';
import { anOwner, owned } from '../support/dlt-owner.ts';
import { renderQueuedEmail } from '../support/emails.ts';
import { aNumber, sent, stateOf } from '../support/sent-segments.ts';

const { entity, header, templateId } = owned;

type Made = { entityId?: string | null; templateId?: string };

/** An account's message that carrier `first` has accepted and that has no receipt yet. */
async function sentBy({ userId }: Account, made: Made = {}) {
  const part = await sent(aNumber(), Date.now());
  const all = { entityId: entity, templateId, ...made };
  await query(
    'give-message',
    'UPDATE messages SET user_id = $2, sender = $3, entity_id = $4, template_id = $5 WHERE id = $1',
    [part.message_id, userId, header, all.entityId, all.templateId],
  );
  return part;
}

/** Receives the receipt of a message that an operator rejected, with the operator's error code. */
const rejectedWith = (
  { recipient, reference }: Awaited<ReturnType<typeof sentBy>>,
  errorCode: string,
  verdict: OperatorVerdict,
) =>
  receiveReceipt({
    ...{ carrier: 'first', carrierMessageId: '7', state: 'undelivered', status: 'UNDELIV' },
    ...{ errorCode, verdict, recipient: recipient.slice(1), reference },
  });

const driftOf = async (account: Account) =>
  (await listDrift(account.userId)).map(({ verdict, rejections }) => [verdict, rejections]);

const untilDrift = (account: Account, ...expected: [string, number][]) =>
  until('the drift is counted', async () => {
    const found = await driftOf(account);
    return JSON.stringify(found.toSorted()) === JSON.stringify(expected.toSorted());
  });

const headerOf = ({ userId }: Account) =>
  prisma.dltHeader.findUniqueOrThrow({ where: { userId_header: { userId, header } } });

const emailsTo = async ({ userId }: Account, kind: EmailKind = 'dlt_suspect') => {
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
  return prisma.email.findMany({ where: { email, kind } });
};

test('each rejected message that our check had accepted is counted once as drift, with its header, template and verdict', async () => {
  const [account, other] = await Promise.all([anOwner(), anOwner()]);
  const parts = await Promise.all(Array.from({ length: 20 }, () => sentBy(account)));
  await Promise.all(parts.map((part) => rejectedWith(part, '633', 'dlt_template_not_matched')));
  // Each receipt arrives a second time.
  await Promise.all(parts.map((part) => rejectedWith(part, '633', 'dlt_template_not_matched')));
  await rejectedWith(await sentBy(account), '634', 'dlt_template_header_not_bound');
  // These rejections are not drift: their cause is the recipient or the operator, or the message used the installation's
  // identity.
  await rejectedWith(await sentBy(account), '650', 'dlt_preference_blocked');
  await rejectedWith(await sentBy(account), '670', 'dlt_scrubbing_failed');
  await rejectedWith(await sentBy(account, { entityId: null }), '633', 'dlt_template_not_matched');
  await rejectedWith(await sentBy(other), '635', 'dlt_var_too_long');
  await untilDrift(other, ['dlt_var_too_long', 1]);
  await untilDrift(account, ['dlt_template_not_matched', 20], ['dlt_template_header_not_bound', 1]);
  expect(await prisma.dltHeader.count({ where: { status: 'suspended' } })).toBe(0);
});

test('in the mode `warn`, a rejection counts as drift if the operator turned off a registration, but not if our check had warned', async () => {
  const account = await anOwner();
  const { userId } = account;
  await prisma.dltRegistry.update({ where: { userId }, data: { mode: 'warn' } });
  await rejectedWith(await sentBy(account), '633', 'dlt_template_not_matched');
  await rejectedWith(await sentBy(account), '632', 'dlt_template_blacklisted');
  await untilDrift(account, ['dlt_template_blacklisted', 1]);
});

test('a header that operators suspended is turned off only for the account whose messages they rejected, and the account’s owner gets one email a day', async () => {
  const [account, other] = await Promise.all([anOwner(), anOwner()]);
  const suspend = async () => {
    const parts = await Promise.all([1, 2, 3].map(() => sentBy(account)));
    await Promise.all(parts.map((part) => rejectedWith(part, '625', 'dlt_header_suspended')));
    await until('it is suspended', async () => (await headerOf(account)).status === 'suspended');
    return parts;
  };
  const parts = await suspend();
  expect(await Promise.all(parts.map(stateOf))).toEqual(parts.map(() => 'undelivered'));
  expect(await headerOf(account)).toMatchObject({ reason: 'reported by first: 625' });
  expect(await headerOf(other)).toMatchObject({ status: 'approved' });
  await until('messages from it are refused', async () => {
    const { registry } = await loadRegistry(account.userId);
    const message = { text: 'Your order A1 has left. - ACME', sender: header };
    const { verdict } = checkDlt(message, registry, new Date(), createProfile());
    return verdict === 'dlt_header_suspended';
  });

  const { version } = await prisma.dltRegistry.findUniqueOrThrow({
    where: { userId: account.userId },
  });
  await rejectedWith(await sentBy(account), '625', 'dlt_header_suspended');
  await untilDrift(account, ['dlt_header_suspended', 4]);
  // A header that is already suspended does not make web servers compile the registry again.
  expect(
    await prisma.dltRegistry.findUniqueOrThrow({ where: { userId: account.userId } }),
  ).toMatchObject({ version });

  const [email, ...more] = await emailsTo(account);
  expect(more).toEqual([]);
  const about = email?.about ?? null;
  const asked = { email: '', createdAt: new Date(), about };
  expect((await renderQueuedEmail('dlt_suspect', asked))?.text).toMatch(
    /header ACMEIN is suspended.*reported by first: 625/s,
  );

  await prisma.dltHeader.updateMany({
    where: { userId: account.userId },
    data: { status: 'approved' },
  });
  expect(await renderQueuedEmail('dlt_suspect', asked)).toBeNull();
  await suspend();
  expect(await emailsTo(account)).toHaveLength(1);
});

test('a blacklisted template is turned off', async () => {
  const account = await anOwner();
  await rejectedWith(await sentBy(account), '632', 'dlt_template_blacklisted');
  const where = { userId_templateId: { userId: account.userId, templateId } };
  await until('it is turned off', async () => {
    return (await prisma.dltTemplate.findUniqueOrThrow({ where })).status === 'blacklisted';
  });
  const findReason = async () => (await findTemplate(account.userId, templateId))?.reason;
  expect(await findReason()).toBe('reported by first: 632');
  expect(await headerOf(account)).toMatchObject({ status: 'approved' });
  const [email] = await emailsTo(account);
  const asked = { email: '', createdAt: new Date(), about: email?.about ?? null };
  expect((await renderQueuedEmail('dlt_suspect', asked))?.subject).toContain(templateId);
  await changeTemplate(account.userId, templateId, { name: 'Another' });
  expect(await findReason()).toBe('reported by first: 632');
  await changeTemplate(account.userId, templateId, { status: 'approved' });
  expect(await findReason()).toBeNull();
});

test('a rejection for a header that the account does not have does not turn anything off', async () => {
  const account = await anOwner();
  await prisma.dltHeader.delete({ where: { userId_header: { userId: account.userId, header } } });
  await rejectedWith(await sentBy(account, { templateId: '1' }), '622', 'dlt_header_blacklisted');
  await untilDrift(account, ['dlt_header_blacklisted', 1]);
  expect(await emailsTo(account)).toEqual([]);
});

test('deletes drift older than 90 days', async () => {
  const account = await anOwner();
  await rejectedWith(await sentBy(account), '635', 'dlt_var_too_long');
  await untilDrift(account, ['dlt_var_too_long', 1]);
  const at = (days: number) =>
    query('age-drift', 'UPDATE dlt_drift SET day = current_date - $2::int WHERE user_id = $1', [
      account.userId,
      days,
    ]);
  await at(80);
  expect(await listDrift(account.userId)).toEqual([]);
  expect(await prisma.dltDrift.count({ where: { userId: account.userId } })).toBe(1);
  await at(100);
  await purgeDrift();
  expect(await prisma.dltDrift.count({ where: { userId: account.userId } })).toBe(0);
});

/**
 * A date in India, `days` before the date of eight hours ago. `dayBefore(1)` is the latest day that is reported, because
 * drift is reported eight hours after the end of the day.
 */
const dayBefore = (days: number) =>
  new Date(Date.now() + (5.5 - 8 - 24 * days) * 3_600_000).toISOString().slice(0, 10);

type Counted = { rejections: number; day: string; lastAt?: Date; verdict?: OperatorVerdict };

/** Inserts drift of a day. */
const drifted = ({ userId }: Account, { day, verdict, ...counted }: Counted) =>
  prisma.dltDrift.create({
    data: {
      ...{ userId, header, templateId, verdict: verdict ?? 'dlt_template_not_matched' },
      ...{ carrier: 'first', errorCode: '633', messageId: 'msg_1', lastAt: new Date() },
      ...{ ...counted, day: new Date(day) },
    },
  });

/** Counts messages as accepted on a day, with some of the counts already rolled up. */
async function accepted({ userId }: Account, day: string, count: number) {
  const at = { userId, day: new Date(day), metric: 'accepted' as const, latencyBucket: 0 };
  await prisma.dailyStat.create({ data: { ...at, count: count - 1 } });
  await prisma.statIncrement.create({ data: { ...at, count: 1 } });
}

test('an account gets one email a day about drift, which gives the share of its messages that operators rejected', async () => {
  const [account, other, earlier] = await Promise.all([anOwner(), anOwner(), anOwner()]);
  const yesterday = dayBefore(1);
  await drifted(account, { rejections: 1, day: yesterday });
  await drifted(account, { rejections: 2, day: yesterday, verdict: 'dlt_var_too_long' });
  await accepted(account, yesterday, 40);
  // No email is sent about today's drift, because the day is not over. No email is sent about the drift of the day
  // before yesterday either.
  await drifted(other, { rejections: 50, day: dayBefore(0) });
  await drifted(earlier, { rejections: 50, day: dayBefore(2) });
  // Two concurrent reconcilers.
  const counts = await Promise.all([enqueueDriftEmails(), enqueueDriftEmails()]);
  expect(counts.toSorted()).toEqual([0, 1]);
  expect(await enqueueDriftEmails()).toBe(0);
  for (const one of [other, earlier]) expect(await emailsTo(one, 'dlt_drift')).toEqual([]);
  const emails = await emailsTo(account, 'dlt_drift');
  expect(emails).toHaveLength(1);
  const about = emails[0]?.about ?? null;
  const email = await renderQueuedEmail('dlt_drift', { email: '', createdAt: new Date(), about });
  expect(email?.subject).toBe('Operators rejected 3 messages that agreed with your templates');
  const text = email?.text.replaceAll(/\s+/g, ' ') ?? '';
  expect(text).toContain('3 messages (8% of the 40 that you sent on that day)');
  expect(text).toMatch(/ACMEIN, template 1107160000000000001: 2\..*ACMEIN, template .*: 1\./);
  expect(text).toContain('/dashboard/senders/rejections');
  // There is more drift the next day.
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

test('the metric counts accounts that had at least 20 messages, if at least a tenth were rejected and the last rejection was recent', async () => {
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
