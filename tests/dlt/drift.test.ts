import { afterAll, expect, test } from 'vitest';
import { listDrift, purgeDrift } from '#domain/delivery/drift/list-drift.ts';
import { receiveReceipt } from '#domain/delivery/receipts/receive-receipt.ts';
import { checkDlt } from '#domain/dlt/check/check-dlt.ts';
import { createProfile } from '#domain/dlt/check/profile.browser.ts';
import type { OperatorVerdict } from '#domain/dlt/operator-verdicts/operator-verdicts.browser.ts';
import { changeTemplate } from '#domain/dlt/registry/change-registered.ts';
import { findTemplate } from '#domain/dlt/registry/list-registry.ts';
import { loadRegistry } from '#domain/dlt/registry/load-registry.ts';
import { prisma, query } from '#platform/db.ts';
import type { Account } from '../support/account.ts';
import { anOwner, owned } from '../support/dlt-owner.ts';
import { renderQueuedEmail } from '../support/emails.ts';
import { aNumber, sent, stateOf } from '../support/sent-segments.ts';
import { until } from '../support/until.ts';

const { entity, header, templateId } = owned;

type Made = { entityId?: string | null; templateId?: string };

/** A message of an account that carrier `first` took, and that waits for its receipt. */
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

/** The receipt of such a message that says why an operator rejected it. */
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

const emailsTo = async ({ userId }: Account) => {
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
  return prisma.email.findMany({ where: { email, kind: 'dlt_suspect' } });
};

test('drift is counted by header, template and verdict, each message once, of those that our check had passed', async () => {
  const [account, other] = await Promise.all([anOwner(), anOwner()]);
  const parts = await Promise.all(Array.from({ length: 20 }, () => sentBy(account)));
  await Promise.all(parts.map((part) => rejectedWith(part, '633', 'dlt_template_not_matched')));
  // A second copy of each.
  await Promise.all(parts.map((part) => rejectedWith(part, '633', 'dlt_template_not_matched')));
  await rejectedWith(await sentBy(account), '634', 'dlt_template_header_not_bound');
  // About the recipient, the operator itself, and of the installation's own identity.
  await rejectedWith(await sentBy(account), '650', 'dlt_preference_blocked');
  await rejectedWith(await sentBy(account), '670', 'dlt_scrubbing_failed');
  await rejectedWith(await sentBy(account, { entityId: null }), '633', 'dlt_template_not_matched');
  await rejectedWith(await sentBy(other), '635', 'dlt_var_too_long');
  await untilDrift(other, ['dlt_var_too_long', 1]);
  await untilDrift(account, ['dlt_template_not_matched', 20], ['dlt_template_header_not_bound', 1]);
  expect(await prisma.dltHeader.count({ where: { status: 'suspended' } })).toBe(0);
});

test('an account that only warns is told of what is turned off, and not of what its check may have found', async () => {
  const account = await anOwner();
  const { userId } = account;
  await prisma.dltRegistry.update({ where: { userId }, data: { mode: 'warn' } });
  await rejectedWith(await sentBy(account), '633', 'dlt_template_not_matched');
  await rejectedWith(await sentBy(account), '632', 'dlt_template_blacklisted');
  await untilDrift(account, ['dlt_template_blacklisted', 1]);
});

test('a header that operators have suspended is turned off for its account alone, and its owner notified once a day', async () => {
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
  // What is suspended already has no web compile the registry again.
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

test('a template that is blacklisted is turned off', async () => {
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

test('a rejection of a header that its account does not have turns nothing off', async () => {
  const account = await anOwner();
  await prisma.dltHeader.delete({ where: { userId_header: { userId: account.userId, header } } });
  await rejectedWith(await sentBy(account, { templateId: '1' }), '622', 'dlt_header_blacklisted');
  await untilDrift(account, ['dlt_header_blacklisted', 1]);
  expect(await emailsTo(account)).toEqual([]);
});

test('drift of more than 90 days ago is deleted', async () => {
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

afterAll(() => prisma.dltRegistry.deleteMany());
