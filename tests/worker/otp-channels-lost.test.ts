import { expect, test } from 'vitest';
import {
  advanceSendAttempts,
  failSendAttempts,
  startSendAttempt,
} from '#domain/messaging/otp/channels/advance-send-attempts.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { renderQueuedEmail } from '../support/emails.ts';
import { anOtpCaller } from '../support/otp-caller.ts';

// No worker runs: the tests call its tasks.
const web = await sharedWeb();
const { call, aNumber, sendOtp, verify, codeOf } = await anOtpCaller(web.url);

let used = 0;

/** Sends a code by SMS, with email as the next channel. @param emails the number of email addresses */
async function send(emails = 1) {
  const recipient = aNumber();
  const addresses = Array.from({ length: emails }, () => `lost${used++}@example.com`);
  const more = addresses.map((to) => ({ channel: 'email', to }));
  const { body } = await sendOtp(recipient, { channels: [{ channel: 'sms' }, ...more] });
  const { otpId } = body.data;
  const where = { otpId };
  const attempts = () =>
    prisma.otpSendAttempt.findMany({ where, orderBy: [{ round: 'asc' }, { position: 'asc' }] });
  const [sms, next] = await attempts();
  return {
    ...{ recipient, addresses, otpId, attempts },
    messageId: sms?.messageId ?? '',
    next: next?.id ?? '',
    states: async () => (await attempts()).map(({ state }) => state),
    makeDue: () =>
      prisma.otpSendAttempt.updateMany({
        where: { otpId, state: 'waiting', dueAt: { not: null } },
        data: { dueAt: new Date(Date.now() - 1_000) },
      }),
    countEmails: () => prisma.email.count({ where: { email: { in: addresses } } }),
  };
}

test('the reconciler starts the next channel if the worker that recorded the failure was lost', async () => {
  const { messageId, states, countEmails } = await send();
  await advanceSendAttempts();
  expect(await states()).toEqual(['started', 'waiting']);
  await prisma.message.update({ where: { id: messageId }, data: { state: 'failed' } });
  await advanceSendAttempts();
  expect(await states()).toEqual(['failed', 'started']);
  await advanceSendAttempts();
  expect(await countEmails()).toBe(1);
});

test('the next email attempt starts after a mail server rejected the previous address', async () => {
  const { attempts, makeDue, states } = await send(2);
  await makeDue();
  await advanceSendAttempts();
  expect(await states()).toEqual(['started', 'started', 'waiting']);
  const [, first] = await attempts();
  await prisma.email.update({ where: { id: first?.emailId ?? '' }, data: { state: 'failed' } });
  await advanceSendAttempts();
  expect(await states()).toEqual(['started', 'failed', 'started']);
});

test('starting an attempt several times at once enqueues one email', async () => {
  const { messageId, next, makeDue, countEmails, states } = await send(2);
  await makeDue();
  const starts = Array.from({ length: 10 }, () => startSendAttempt(next));
  const failures = Array.from({ length: 5 }, () => failSendAttempts({ messageIds: [messageId] }));
  const reconciles = Array.from({ length: 5 }, () => advanceSendAttempts());
  await Promise.all([...starts, ...failures, ...reconciles]);
  expect(await states()).toEqual(['failed', 'started', 'waiting']);
  expect(await countEmails()).toBe(1);
});

test('the next channel is not started if the failed message belongs to an earlier call, or has no channels', async () => {
  const { recipient, messageId, states, otpId, countEmails } = await send();
  await prisma.otp.update({
    where: { id: otpId },
    data: { sentAt: [new Date(Date.now() - 60_000)] },
  });
  await sendOtp(recipient, {
    channels: [{ channel: 'sms' }, { channel: 'email', to: `lost${used++}@example.com` }],
  });
  const { body } = await call.send('9811500000', 'Hello');
  await failSendAttempts({ messageIds: [messageId, body.data._id, ''] });
  expect(await states()).toEqual(['failed', 'skipped', 'started', 'waiting']);
  expect(await countEmails()).toBe(0);
});

test('a pending email whose code has been verified is not sent, and its attempt is skipped', async () => {
  const { recipient, next, addresses, makeDue, states } = await send();
  await makeDue();
  await advanceSendAttempts();
  const asked = { email: addresses[0] ?? '', about: next, createdAt: new Date() };
  const code = await codeOf(recipient);
  expect((await renderQueuedEmail('otp_code', asked))?.text).toContain(code);
  await verify(recipient, code);
  expect(await renderQueuedEmail('otp_code', asked)).toBeNull();
  expect(await states()).toEqual(['started', 'skipped']);
});

test('pending attempts of an expired or erased code are not sent', async () => {
  const [expired, erased] = [await send(), await send()];
  await prisma.otp.update({
    where: { id: expired.otpId },
    data: { expiresAt: new Date(Date.now() - 1_000) },
  });
  await Promise.all([expired.makeDue(), erased.makeDue()]);
  await prisma.otp.delete({ where: { id: erased.otpId } });
  await advanceSendAttempts();
  expect(await startSendAttempt(erased.next)).toBe(false);
  expect([await expired.countEmails(), await erased.countEmails()]).toEqual([0, 0]);
  expect(await expired.states()).toEqual(['started', 'skipped']);
  expect(await erased.states()).toEqual([]);
});
