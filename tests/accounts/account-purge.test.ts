import { describe, expect, test } from 'vitest';
import { requestDeletion } from '#domain/identity/account-deletion/request-deletion.ts';
import { signUp } from '#domain/identity/accounts/sign-up.ts';
import { createSession, findSession } from '#domain/identity/sessions/create-session.ts';
import { runExport } from '#domain/messaging/account-data/export/run-export.ts';
import { purgeExports, startExport } from '#domain/messaging/account-data/export/stored-exports.ts';
import { purgeAccounts, purgeRecords } from '#domain/messaging/account-data/purge-accounts.ts';
import { purgeMessagesByAccount } from '#domain/messaging/privacy/purge-messages.ts';
import { prisma } from '#platform/db.ts';
import { aUser, ownProgram, type User } from '../support/account.ts';
import { renderQueuedEmail } from '../support/emails.ts';
import {
  fillAccount,
  listTables,
  markOf,
  numberOfAccount,
  tablesWithEach,
} from '../support/fill-account.ts';
import { insertMessages } from '../support/messages.ts';

/** Makes the deletion of a user's account due. */
async function leave({ userId, password }: User): Promise<void> {
  const token = await createSession(userId, { kind: 'browser', userAgent: 'tests' });
  const signedIn = await findSession(token, 'browser');
  if (!signedIn) throw new Error('a session');
  await requestDeletion(signedIn, password, ownProgram);
  await prisma.accountDeletion.update({ where: { userId }, data: { dueAt: new Date(0) } });
}

/** Purges until the account is deleted, as the reconciler does every minute. */
async function purge(userId: string): Promise<void> {
  for (let minute = 0; minute < 50; minute += 1) {
    await purgeAccounts();
    await purgeExports();
    const deletion = await prisma.accountDeletion.findUnique({ where: { userId } });
    if (deletion?.doneAt) return;
  }
  throw new Error('it never ends');
}

const newName = 'Meenakshi Zutshi';

test('only invoices still contain the name, address, numbers, texts or keys of a deleted account', async () => {
  const email = 'Meenakshi.Zutshi@example.com';
  const user = await aUser({ name: newName, email });
  const { userId } = user;
  const tables = (await listTables()).filter((table) => !['users', 'plans'].includes(table));
  await fillAccount(userId, tables);
  const text = 'A text of the account';
  await insertMessages(userId, [{ content: text, recipient: numberOfAccount }]);
  await leave(user);
  await purge(userId);

  const gone = [newName, numberOfAccount, text, markOf('messages', 'content')];
  const [withAddress, marked = [], ...others] = await tablesWithEach([
    ...['eenakshi.', 'mark-'],
    ...gone,
  ]);
  // The email about the deletion is kept for 30 days, as its text says.
  expect(withAddress).toEqual(['emails']);
  const mailed = await prisma.email.findMany({ where: { email } });
  expect(mailed.map(({ kind }) => kind)).toEqual(['account_deleted']);
  expect(marked.filter((table) => !keptWithMarks.includes(table))).toEqual([]);
  expect(others).toEqual(gone.map(() => []));
  expect(await prisma.message.findFirst({ where: { userId } })).toMatchObject({
    recipient: expect.stringMatching(/^erased_[0-9a-f]{20}$/),
    content: null,
    encryptedContent: null,
  });
  const kept = await prisma.order.findFirst({ where: { userId }, include: { payments: true } });
  expect(kept?.payments).toHaveLength(1);
  expect(await prisma.invoice.count({ where: { orderId: kept?.id ?? '' } })).toBe(1);
  expect(await prisma.subscription.findFirst({ where: { userId } })).toMatchObject({
    cancelReason: null,
  });
});

/**
 * Tables that the law requires us to keep, tables of the installation, and tables that are purged within 30 days
 * anyway.
 */
const keptWithMarks = [
  ...['orders', 'payments', 'refunds', 'invoices', 'subscriptions', 'usage_periods'],
  ...['messages', 'message_parts', 'message_events', 'payment_events', 'payment_anomalies'],
  ...['text_views', 'receipt_inbox', 'unread_pdus', 'idempotency_keys', 'emails'],
  ...['background_migrations', 'archived_months', 'announcements', 'backups', 'complaints'],
  ...['incidents', 'incident_updates', 'status_components', 'status_days', 'service_minutes'],
  ...['carriers', 'carrier_binds', 'carrier_minutes', 'carrier_query_rounds', 'delivery_workers'],
  ...['delivery_stats', 'delivery_hour_stats', 'delivery_prefix_stats', 'delivery_stat_flushes'],
  'processes',
  ...['routes', 'route_carriers', 'invoice_series', '_prisma_migrations'],
];

test('one account always has the same pseudonym for a number, and other accounts have other pseudonyms for this number', async () => {
  const users = [await aUser(), await aUser()];
  for (const user of users) {
    await insertMessages(user.userId, [{}, {}, { recipient: '+919876500000' }]);
    await leave(user);
    await purge(user.userId);
  }
  const [first = [], second = []] = await Promise.all(
    users.map(async ({ userId }) =>
      (await prisma.message.findMany({ where: { userId }, orderBy: { id: 'asc' } })).map(
        ({ recipient }) => recipient,
      ),
    ),
  );
  expect([first[0] === first[1], first[0] === first[2]]).toEqual([true, false]);
  expect(first.some((recipient) => second.includes(recipient))).toBe(false);
});

test('other accounts keep their data, including emails that they sent to the deleted account’s address', async () => {
  const [leaver, stayer] = [await aUser(), await aUser()];
  const code = { id: `mail_${leaver.userId}`, kind: 'otp_code', email: leaver.email } as const;
  await prisma.email.create({ data: { ...code, createdAt: new Date(), dueAt: new Date() } });
  const [id] = await insertMessages(stayer.userId, [{ content: 'Stays' }]);
  await leave(leaver);
  await purge(leaver.userId);
  expect(await prisma.message.findUnique({ where: { id } })).toMatchObject({
    content: 'Stays',
    recipient: '+919876543210',
  });
  expect(await prisma.session.count({ where: { userId: stayer.userId } })).toBe(1);
  expect(await prisma.email.findUnique({ where: { id: code.id } })).not.toBeNull();
});

test('after an account is deleted, its owner gets an email and can sign up again with the same address', async () => {
  const user = await aUser();
  await leave(user);
  await expect(signUp(newAccount(user.email), ownProgram)).rejects.toMatchObject({
    code: 'email_taken',
  });
  await purge(user.userId);
  const email = await prisma.email.findFirstOrThrow({
    where: { email: user.email, kind: 'account_deleted' },
  });
  expect(await renderQueuedEmail('account_deleted', email)).toMatchObject({
    to: user.email,
    subject: 'Your Dakiya account is deleted',
  });
  const again = await signUp(newAccount(user.email), ownProgram);
  expect(again).not.toBe(user.userId);
  // The deletion of the old account does not apply to the new account with the same address.
  expect(await prisma.accountDeletion.findUnique({ where: { userId: again } })).toBeNull();
});

const newAccount = (email: string) => ({
  name: 'New',
  email,
  password: 'seventeen purple otters',
  passwordConfirm: 'seventeen purple otters',
});

describe('the purge', () => {
  test('continues with the next batches after a worker was lost, and repeats no step', async () => {
    const user = await aUser();
    const { userId } = user;
    await insertMessages(
      userId,
      Array.from({ length: 2_500 }, (_, i) => ({ recipient: `+9198${String(10_000_000 + i)}` })),
    );
    await leave(user);
    // Two workers purge at the same time.
    await Promise.all([purgeAccounts(), purgeAccounts()]);
    await purge(userId);
    const rows = await prisma.message.findMany({ where: { userId } });
    expect(rows.filter(({ recipient }) => !recipient.startsWith('erased_'))).toEqual([]);
    expect(new Set(rows.map(({ recipient }) => recipient)).size).toBe(2_500);
    const kind = 'account_deleted';
    expect(await prisma.email.count({ where: { email: user.email, kind } })).toBe(1);
  });

  test('stops an export in progress, and deletes its parts', async () => {
    const user = await aUser();
    await insertMessages(user.userId, [{}]);
    const signedIn = { userId: user.userId, sessionId: '', authenticatedAt: new Date() };
    const finished = await startExport(signedIn);
    while (await runExport(finished));
    const running = await startExport(signedIn);
    await leave(user);
    await purge(user.userId);
    expect(await prisma.accountExport.count({ where: { userId: user.userId } })).toBe(0);
    expect(await prisma.accountExportPart.count()).toBe(0);
    expect(await runExport(running)).toBeUndefined();
  });

  test('skips a deletion that is not due', async () => {
    const user = await aUser();
    await leave(user);
    const later = new Date(Date.now() + 60_000);
    const where = { userId: user.userId };
    await prisma.accountDeletion.update({ where, data: { dueAt: later } });
    await purgeAccounts();
    expect(await prisma.accountDeletion.findUnique({ where })).toMatchObject({ startedAt: null });
    expect(await prisma.user.findUnique({ where: { id: user.userId } })).toMatchObject({
      email: user.email,
    });
  });
});

test('each message in the log of a deleted account is deleted when the message is a year old', async () => {
  const user = await aUser();
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
  const [old, young] = await insertMessages(user.userId, [
    { at: daysAgo(366) },
    { at: daysAgo(300) },
  ]);
  await leave(user);
  await purge(user.userId);
  await purgeMessagesByAccount();
  const left = await prisma.message.findMany({ where: { userId: user.userId } });
  expect(left.map(({ id }) => id)).toEqual([young]);
  expect(old).toBeDefined();
});

describe('the records of a deleted account', () => {
  /** An account that was deleted some days ago. */
  async function deletedFor(days: number, { hasPaid }: { hasPaid: boolean }) {
    const user = await aUser();
    if (hasPaid) await fillAccount(user.userId, ['orders', 'payments']);
    await leave(user);
    await purge(user.userId);
    const where = { userId: user.userId };
    const doneAt = new Date(Date.now() - days * 24 * 3_600_000);
    await prisma.accountDeletion.update({ where, data: { doneAt } });
    const order = await prisma.order.findFirst({ where });
    return { ...user, orderId: order?.id };
  }

  test('are deleted after eight whole financial years if something was paid, and otherwise together with the message log', async () => {
    const [young, unpaid] = [
      await deletedFor(400, { hasPaid: false }),
      await deletedFor(440, { hasPaid: false }),
    ];
    const recent = await deletedFor(8 * 365, { hasPaid: true });
    await purgeRecords();
    const isThere = async ({ userId }: User) =>
      (await prisma.user.findUnique({ where: { id: userId } })) !== null;
    expect(await Promise.all([young, unpaid, recent].map(isThere))).toEqual([true, false, true]);
    const old = await deletedFor(9 * 366, { hasPaid: true });
    await purgeRecords();
    expect(await isThere(old)).toBe(false);
    expect(await prisma.payment.count({ where: { orderId: old.orderId ?? '' } })).toBe(0);
    expect(await prisma.payment.count({ where: { orderId: recent.orderId ?? '' } })).toBe(1);
  });
});
