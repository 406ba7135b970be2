import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { createMailbox } from '#sandbox/mailbox/server.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import { carrierConfig, carriers } from '../harness/product.ts';
import { startWorker, startWorkerProcess } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { type Account, anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { codeOfRow } from '../support/otp-code.ts';

const [smsc, mailbox] = await Promise.all([createSmsc({ receiptAfterMs: 1 }), createMailbox()]);
await stopAfterFile(Promise.resolve({ stop: smsc.close }));
await stopAfterFile(Promise.resolve({ stop: mailbox.close }));
const settings = {
  ...carriers(carrierConfig('first', smsc)),
  SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
};
const [web] = await Promise.all([sharedWeb(), stopAfterFile(startWorker(settings))]);

/** Numbers with a fixed outcome at the sandbox's carrier. */
const undelivered = '9999900002';
const rejected = '9999900003';

let used = 0;
const aNumber = () => String(9_811_500_000 + used++);
const anAddress = (domain = 'example.com', name = `box${used++}`) => `${name}@${domain}`;

/** Sends a code whose email would start long after the test. */
async function send(account: Account, recipient: string, ...addresses: string[]) {
  const call = client(web.url, account);
  const emails = addresses.map((to) => ({ channel: 'email', to, after: 120 }));
  const channels = [{ channel: 'sms' }, ...emails];
  const { body } = await call.post('/messages/send-otp', { recipient, channels });
  expect(body.error).toBeUndefined();
  const { otpId } = body.data;
  const read = async () => (await call.get(`/otps/${otpId}`)).body.data;
  const code = async () => codeOfRow(await prisma.otp.findUniqueOrThrow({ where: { id: otpId } }));
  const verify = async () => call.post('/messages/verify-otp', { recipient, otp: await code() });
  /** Makes every waiting attempt that has a start time due. */
  const makeDue = () =>
    prisma.otpSendAttempt.updateMany({
      where: { otpId, state: 'waiting', dueAt: { not: null } },
      data: { dueAt: new Date(Date.now() - 1_000) },
    });
  const reach = (...statuses: string[]) =>
    until(`the channels are ${statuses.join()}`, async () => {
      const { sendAttempts } = await read();
      const list = sendAttempts.map(({ status }: { status: string }) => status);
      return list.join() === statuses.join() ? sendAttempts : null;
    });
  return { otpId, read, code, verify, makeDue, reach };
}

test('the email and the SMS contain the same code, and the code can be verified only once', async () => {
  const to = anAddress();
  const { makeDue, reach, code, verify } = await send(await anAccount(), aNumber(), to);
  await reach('delivered', 'waiting');
  expect(mailbox.mails.list(to)).toEqual([]);
  await makeDue();
  const [, attempt] = await reach('delivered', 'sent');
  expect(attempt).toMatchObject({ to, reason: null, startedAt: expect.any(String) });
  const [mail, ...more] = mailbox.mails.list(to);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    from: 'post@dakiya.test',
    subject: 'Your Dakiya verification code',
  });
  expect(mail?.text).toContain(`${await code()} is your Dakiya verification code.`);
  expect((await verify()).status).toBe(200);
});

test('a code that is verified in time is not emailed', async () => {
  const to = anAddress();
  const { verify, makeDue, reach, otpId } = await send(await anAccount(), aNumber(), to);
  await verify();
  await makeDue();
  await until('it is skipped', () =>
    prisma.otpSendAttempt.count({ where: { otpId, state: 'skipped' } }),
  );
  await reach('delivered', 'skipped');
  expect(await prisma.email.count({ where: { email: to } })).toBe(0);
});

test.each([
  ['the carrier rejects the SMS', rejected, 'failed', 'refused with 0x0000000B'],
  ['the receipt says undelivered', undelivered, 'undelivered', 'UNDELIV 001'],
])('the next channel starts at once when %s', async (_, number, status, reason) => {
  const to = anAddress();
  const { reach, code } = await send(await anAccount(), number, to);
  const [first] = await reach(status, 'sent');
  expect(first.reason).toBe(reason);
  expect(mailbox.mails.list(to)[0]?.text).toContain(await code());
});

test('when a mail server refuses an address, the attempt ends and the next attempt starts', async () => {
  const [refused, good] = [anAddress('sandbox.test', `refused+${used++}`), anAddress()];
  const { reach } = await send(await anAccount(), rejected, refused, good);
  const [, second] = await reach('failed', 'failed', 'sent');
  expect(second).toMatchObject({ to: refused, reason: 'a mail server rejected it' });
  expect(mailbox.mails.list(good)).toHaveLength(1);
});

test('an email omits a service name that could carry a message, such as a link or a phone number', async () => {
  const account = await anAccount();
  const call = client(web.url, account);
  const subjects: string[] = [];
  for (const name of ['Acme & Söhne', 'Win at evil.example', 'Call 98110 22333', '<b>Acme</b>']) {
    const made = await call.post('/otp-services', { name });
    const to = anAddress();
    const body = { recipient: rejected, service: made.body.data._id };
    const channels = [{ channel: 'sms' }, { channel: 'email', to }];
    const sent = await call.post('/messages/send-otp', { ...body, channels });
    expect(sent.status).toBe(202);
    const [mail] = await until('it is there', () => {
      const mails = mailbox.mails.list(to);
      return mails.length > 0 ? mails : null;
    });
    subjects.push(mail?.subject ?? '');
    await prisma.otp.deleteMany({ where: { userId: account.userId } });
  }
  const plain = 'Your verification code';
  expect(subjects).toEqual(['Your Acme & Söhne verification code', plain, plain, plain]);
});

test('a mailbox gets at most five emails an hour from an account, in whichever way its address is written', async () => {
  const account = await anAccount();
  const name = `box${used++}`;
  for (let i = 0; i < 5; i++) {
    const { reach } = await send(account, rejected, `${name}+${i}@example.com`);
    await reach('failed', 'sent');
    await prisma.otp.deleteMany({ where: { userId: account.userId } });
  }
  const next = anAddress();
  const { reach } = await send(account, rejected, `${name.toUpperCase()}@example.com`, next);
  const [, limited] = await reach('failed', 'failed', 'sent');
  expect(limited.reason).toContain('too many emails');
  expect(mailbox.mails.list(`${name}`)).toHaveLength(5);
  expect(mailbox.mails.list(next)).toHaveLength(1);
});

test('after a worker is killed each channel starts only once; an email that may have been sent before says so', async () => {
  const account = await anAccount();
  const codes = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const to = anAddress('lost.example.com');
      return { to, ...(await send(account, aNumber(), to)) };
    }),
  );
  const doomed = await startWorkerProcess(settings);
  const mails = () => mailbox.mails.list('lost.example.com');
  await Promise.all(codes.map(({ makeDue }) => makeDue()));
  await until('they are in the middle', () => mails().length > 5);
  await doomed.kill();
  const ofThem = { email: { endsWith: '@lost.example.com' } };
  await until('only what the lost worker had is left', async () => {
    const begun = await prisma.email.count({ where: ofThem });
    return begun === 30 && !(await prisma.email.count({ where: { ...ofThem, state: 'queued' } }));
  });
  await prisma.email.updateMany({
    where: { ...ofThem, state: 'sending' },
    data: { leaseUntil: new Date(Date.now() - 1_000) },
  });
  await Promise.all(codes.map(({ reach }) => reach('delivered', 'sent')));
  expect(await prisma.email.count({ where: ofThem })).toBe(30);
  for (const { to, read } of codes) {
    const [, { reason }] = (await read()).sendAttempts;
    const times = mails().filter((mail) => mail.to === to).length;
    expect(times).toBeGreaterThan(0);
    expect(times).toBeLessThanOrEqual(reason === null ? 1 : 2);
  }
});
