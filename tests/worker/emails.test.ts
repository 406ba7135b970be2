import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { confirmEmail } from '#domain/identity/accounts/confirm-email.ts';
import { resetPassword } from '#domain/identity/accounts/reset-password.ts';
import { enqueueEmail } from '#domain/notifications/channels/request-notifications.ts';
import type { EmailKind } from '#domain/notifications/email/contract.ts';
import { sendEmailJob } from '#domain/notifications/jobs.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { openQueue } from '#platform/queue.ts';
import { createMailbox, type Mailbox } from '#sandbox/mailbox/server.ts';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { startPrivateRedis } from '#scripts/services/private-redis.ts';
import { startMailbox } from '../harness/product.ts';
import { startWorker, startWorkerProcess, stopAfterTest } from '../harness/programs.ts';
import { until } from '../harness/until.ts';
import { ownProgram } from '../support/account.ts';

const site = 'https://dakiya.example';

/** The settings of a worker without carriers that sends its emails to a mailbox. */
const mailing = ({ port }: Mailbox) => ({
  WORKER_QUEUES: 'mail,schedules',
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  PUBLIC_URL: site,
});

async function aPostOffice(more: Record<string, string> = {}) {
  const mailbox = await startMailbox();
  await stopAfterTest(startWorker({ ...mailing(mailbox), ...more }));
  return mailbox;
}

let made = 0;

async function aUser({ name = 'Asha Rao', at = 'example.com', ...more } = {}, box = 'asha') {
  made += 1;
  const email = `${box}+${made}@${at}`;
  return prisma.user.create({ data: { id: newId('usr'), name, email, emailKey: email, ...more } });
}

/** Enqueues an email. @returns its id, and a function that reads its row */
async function ask(kind: EmailKind, email: string) {
  const known = await prisma.email.findMany({ select: { id: true } });
  await enqueueEmail(kind, email);
  const { id } = await prisma.email.findFirstOrThrow({
    where: { id: { notIn: known.map(({ id }) => id) } },
  });
  return { id, row: () => prisma.email.findUniqueOrThrow({ where: { id } }) };
}

const tokenOf = (text: string, path: string) =>
  new RegExp(`${site}/${path}/([\\w-]{43})\\b`).exec(text)?.[1] ?? '';

describe('with one worker', async () => {
  const mailbox = await createMailbox();
  const worker = await startWorker(mailing(mailbox));
  // The worker stops before the tests below, whose own workers must send their emails.
  afterAll(async () => {
    await worker.stop();
    await mailbox.close();
  });

  test('one welcome email arrives, with a link that confirms the address', async () => {
    const { id: userId, email } = await aUser();
    const { row } = await ask('welcome', email.toUpperCase());
    await until('it is sent', async () => (await row()).state === 'sent');

    const [receivedEmail, ...others] = mailbox.mails.list(email);
    expect(others).toEqual([]);
    expect(receivedEmail).toMatchObject({
      to: email,
      from: 'post@dakiya.test',
      subject: 'Welcome to Dakiya: please confirm your address',
    });
    const token = tokenOf(receivedEmail?.text ?? '', 'confirm-email');
    expect(receivedEmail?.html).toContain(`href="${site}/confirm-email/${token}"`);
    expect(await confirmEmail(token, userId)).toBe(true);
    expect(await confirmEmail(token, userId)).toBe(false);
    const user = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
    expect(user.emailConfirmedAt).not.toBeNull();
    expect(await row()).toMatchObject({ attempts: 1, leaseUntil: null, sentAt: expect.any(Date) });
  });

  test('each kind of email has its own link, and a confirmed address gets no confirmation link', async () => {
    const user = await aUser({ emailConfirmedAt: new Date() } as object);
    await enqueueEmail('welcome', user.email);
    await enqueueEmail('reset_password', user.email);
    await enqueueEmail('password_changed', user.email);
    await until('all are there', () => mailbox.mails.list(user.email).length === 3);

    const of = (subject: string) =>
      mailbox.mails.list(user.email).find((receivedEmail) => receivedEmail.subject === subject)
        ?.text ?? '';
    expect(of('Welcome to Dakiya')).not.toContain('confirm-email');
    // An account created through a provider has no password; its owner sets the first one with this link.
    const token = tokenOf(of('Reset your Dakiya password'), 'reset-password');
    await resetPassword(token, 'correct horse', ownProgram);
    expect(of('Your Dakiya password was changed')).toContain(`${site}/forget-password`);
  });

  test('no email is sent to an unknown address', async () => {
    const { row } = await ask('reset_password', 'nobody@example.com');
    await until('it is over', async () => (await row()).state === 'sent');
    expect(mailbox.mails.list('nobody@example.com')).toEqual([]);
  });

  test('a temporary rejection is retried later', async () => {
    const { email } = await aUser({ at: 'sandbox.test' }, 'later');
    const { id, row } = await ask('welcome', email);
    await until('it was refused', async () => (await row()).reason?.includes('450'));
    const waiting = await row();
    expect(waiting).toMatchObject({ state: 'queued', attempts: 1, leaseUntil: null });

    const job = await until('its job waits', async () => {
      const find = () => openQueue(sendEmailJob.queue).getJob(id);
      // Reads the job again, because the first copy may have been read before the job was delayed.
      return (await (await find())?.isDelayed()) ? find() : null;
    });
    // The job's delay starts slightly later than the delay in the row.
    expect(job.delay).toBeLessThanOrEqual(10_000);
    expect(job.delay).toBeGreaterThan(5_000);
    expect(waiting.dueAt.getTime() - waiting.createdAt.getTime()).toBeGreaterThanOrEqual(10_000);
    await job.promote();
    await until('it is sent', async () => (await row()).state === 'sent');
    expect(mailbox.mails.list(email)).toHaveLength(1);
  });

  test('a permanent rejection is final', async () => {
    const { email } = await aUser({ at: 'sandbox.test' }, 'refused');
    const { id, row } = await ask('welcome', email);
    await until('it has failed', async () => (await row()).state === 'failed');
    expect(await row()).toMatchObject({ attempts: 1, reason: expect.stringContaining('550') });
    await until('its job is gone', async () => !(await openQueue(sendEmailJob.queue).getJob(id)));
    expect(mailbox.mails.list(email)).toEqual([]);
  });
});

test('an email waits while the SMTP server is unavailable', async () => {
  await aPostOffice({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
  const { email } = await aUser();
  const { row } = await ask('welcome', email);
  await until('it was tried', async () => (await row()).reason?.includes('ECONNREFUSED'));
  expect((await row()).state).toBe('queued');
});

test('the reconciler finds and sends an email queued while Redis was down', async () => {
  const redis = await startPrivateRedis();
  onTestFinished(() => redis.stop());
  const mailbox = await aPostOffice({ REDIS_URL: redis.url });
  await redis.kill();
  await redis.empty();
  const { email } = await aUser();
  const { row } = await ask('welcome', email);
  expect((await row()).state).toBe('queued');
  await redis.start();
  await until('it is sent', async () => (await row()).state === 'sent');
  expect(mailbox.mails.list(email)).toHaveLength(1);
});

test('an email whose worker was killed is sent again, and the link in the second email is valid', async () => {
  const mailbox = await startMailbox();
  const worker = await stopAfterTest(startWorkerProcess(mailing(mailbox)));
  const { email } = await aUser({ at: 'sandbox.test' }, 'silent');
  const { id, row } = await ask('reset_password', email);
  await until('it was handed in', () => mailbox.mails.list(email).length === 1);
  await worker.kill();
  expect((await row()).state).toBe('sending');
  await prisma.email.update({ where: { id }, data: { leaseUntil: new Date(0) } });

  await stopAfterTest(startWorker(mailing(mailbox)));
  // The killed worker's job, and possibly its run of the reconciler, stay locked for some seconds.
  await until('it is sent', async () => (await row()).state === 'sent', 40_000);
  const [later, first] = mailbox.mails
    .list(email)
    .map(({ text }) => tokenOf(text, 'reset-password'));
  await expect(resetPassword(first ?? '', 'correct horse', ownProgram)).rejects.toThrow(
    'has expired or was already used',
  );
  await resetPassword(later ?? '', 'correct horse', ownProgram);
});

test('an email is retried for a day at most, and old rows are deleted', async () => {
  const user = await aUser();
  const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
  const emailRow = (state: 'queued' | 'sent', days: number) => ({
    id: newId('mail'),
    kind: 'welcome' as const,
    email: user.email,
    state,
    createdAt: ago(days),
    dueAt: ago(days),
  });
  const [late, old, kept] = [emailRow('queued', 1.1), emailRow('sent', 31), emailRow('sent', 29)];
  await prisma.email.createMany({ data: [late, old, kept] });
  const ended = { userId: user.id, createdAt: ago(31), expiresAt: ago(1) };
  await prisma.accountToken.create({
    data: { ...ended, tokenHash: new Uint8Array([1]), purpose: 'sign_in' },
  });
  const session = { id: newId('ses'), userAgent: '', lastSeenAt: ago(31) };
  await prisma.session.create({
    data: { ...ended, ...session, tokenHash: new Uint8Array([1]) },
  });

  const mailbox = await aPostOffice();
  await until('the old one is deleted, and the late one given up', async () => {
    const waiting = { OR: [{ id: old.id }, { id: late.id, state: 'queued' as const }] };
    return (await prisma.email.count({ where: waiting })) === 0;
  });
  const left = await prisma.email.findMany({ where: { email: user.email } });
  expect(new Map(left.map(({ id, state }) => [id, state]))).toEqual(
    new Map([
      [late.id, 'failed'],
      [kept.id, 'sent'],
    ]),
  );
  await until('its token and session too', async () => {
    const where = { userId: user.id };
    return (
      (await prisma.accountToken.count({ where })) + (await prisma.session.count({ where })) === 0
    );
  });
  expect(mailbox.mails.list(user.email)).toEqual([]);
});
