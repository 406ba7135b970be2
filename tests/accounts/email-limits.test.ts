import { beforeEach, expect, test } from 'vitest';
import { paths } from '#app/paths.ts';
import { updateUser } from '#domain/identity/accounts/update-user.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import type { EmailKind } from '#domain/notifications/email/contract.ts';
import { prisma } from '#platform/db.ts';
import { flushRedis } from '../harness/flush-redis.ts';
import { carrierConfig, carriers, startMailbox, startSmsc } from '../harness/product.ts';
import { startWorker, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { until } from '../harness/until.ts';
import { aUser, ownProgram, type User } from '../support/account.ts';
import { client } from '../support/client.ts';
import { renderQueuedEmail } from '../support/emails.ts';
import { aMember } from '../support/member.ts';

const web = await sharedWeb();
const lastOfDay =
  'This is the last email of this kind that we send to this address within 24 hours.';

beforeEach(flushRedis);

const emailsTo = (email: string, kind: EmailKind) =>
  prisma.email.findMany({
    where: { email: { equals: email, mode: 'insensitive' }, kind },
    orderBy: { id: 'asc' },
  });

/** Creates a key over REST and deletes it. */
async function createAndDelete(user: User) {
  const call = client(web.url, user);
  const { status, body } = await call.post('/api-keys/create-api-key', { name: 'Another' });
  expect(status).toBe(201);
  await call.call('DELETE', `/api-keys/api-keys/${body.data._id}`);
}

test('an unconfirmed address gets no emails of the kinds that an account can trigger without limit', async () => {
  const { user, visitor } = await aMember(web.url, { confirmed: false });
  await createAndDelete(user);
  const changed = await visitor.post(paths.dashboard('account'), {
    ...{ intent: 'password', currentPassword: user.password },
    ...{ password: 'seventeen purple otters', passwordConfirm: 'seventeen purple otters' },
  });
  expect(changed.status).toBe(302);
  await enqueueEmail('slack_turned_off', user.email);
  expect(await prisma.email.count({ where: { email: user.email } })).toBe(0);
});

test('a mailbox gets ten emails a day about keys, and the tenth says that no more such emails follow on that day', async () => {
  const user = await aUser();
  for (let i = 0; i < 9; i += 1) await createAndDelete(user);
  for (let i = 0; i < 3; i += 1) {
    await client(web.url, user).post('/api-keys/create-api-key', { name: 'Kept' });
  }
  const queuedEmails = await emailsTo(user.email, 'key_created');
  expect(queuedEmails).toHaveLength(10);
  const last = queuedEmails[9] && (await renderQueuedEmail('key_created', queuedEmails[9]));
  expect(last?.text).toContain(lastOfDay);
  expect(last?.html).toContain(lastOfDay);
  const other = await aUser();
  await client(web.url, other).post('/api-keys/create-api-key', { name: 'First' });
  const [first] = await emailsTo(other.email, 'key_created');
  expect((first && (await renderQueuedEmail('key_created', first)))?.text).not.toContain(lastOfDay);
});

test('an address gets at most ten confirmation links a day over all accounts', async () => {
  const stranger = 'stranger@elsewhere.example';
  for (let i = 0; i < 12; i += 1) {
    const { userId, password } = await aUser();
    const email = i % 2 === 0 ? stranger : stranger.toUpperCase();
    await updateUser({ userId, authenticatedAt: new Date() }, { email, password }, ownProgram);
  }
  expect(await emailsTo(stranger, 'email_change_link')).toHaveLength(10);
});

test('a password reset link is sent before notices that were enqueued earlier', async () => {
  const users = await Promise.all(Array.from({ length: 60 }, () => aUser()));
  for (const { email } of users) await enqueueEmail('password_changed', email);
  const waiting = await aUser();
  await enqueueEmail('reset_password', waiting.email);
  const [mailbox, smsc] = await Promise.all([startMailbox(), startSmsc()]);
  const settings = { ...carriers(carrierConfig('first', smsc)), SMTP_URL: mailbox.smtpUrl };
  await stopAfterTest(startWorker(settings));
  const emails = [...users, waiting].map(({ email }) => email);
  const sent = () =>
    prisma.email.findMany({
      where: { email: { in: emails }, state: 'sent' },
      orderBy: { sentAt: 'asc' },
    });
  const sentEmails = await until('all are sent', async () => {
    const rows = await sent();
    return rows.length === emails.length ? rows : null;
  });
  // A worker may have sent the email with the link together with the first notices, so this email need not be the very
  // first.
  expect(sentEmails.findIndex(({ kind }) => kind === 'reset_password')).toBeLessThan(10);
});
