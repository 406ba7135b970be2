import { expect, test } from 'vitest';
import { startSendAttempt } from '#domain/messaging/otp/channels/advance-send-attempts.ts';
import { prisma } from '#platform/db.ts';
import { startWeb, stopAfterTest } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';
import { codeOfRow } from '../support/otp-code.ts';
import { anOtpService } from '../support/otp-service.ts';
import { ends_on } from '../support/service-owner.ts';
import { aTestKeyOf, callersOf } from '../support/test-key.ts';

const web = await sharedWeb();

const bothModes = async () => callersOf(web.url, await anAccount());

const codeIn = (text: string) => /\d{6}/.exec(text)?.[0] ?? '';

test('a test key can read its code in the message and verify the code, and a live key can do neither', async () => {
  const { live, testing } = await bothModes();
  const [recipient = ''] = mobileNumbers(1);
  const sent = await testing.post('/messages/send-otp', { recipient });
  expect(sent.body.data).toMatchObject({ livemode: false, isTest: false });
  const { body } = await testing.get(`/messages?recipient=${recipient}`);
  const [message] = body.data;
  expect(message).toMatchObject({ kind: 'otp', livemode: false });
  const otp = codeIn(message.content);
  expect((await testing.get(`/messages/${message._id}`)).body.data.content).toBe(message.content);
  expect((await live.post('/messages/verify-otp', { recipient, otp })).status).toBe(404);
  expect((await live.get(`/otps/${sent.body.data.otpId}`)).status).toBe(404);
  expect((await testing.post('/messages/verify-otp', { recipient, otp })).status).toBe(200);
  expect((await testing.get(`/otps/${sent.body.data.otpId}`)).body.data.status).toBe('verified');
});

test('a number can have a code in each mode, with separate resend delays, and the live code stays secret', async () => {
  const { live, testing } = await bothModes();
  const [recipient = ''] = mobileNumbers(1);
  const first = await Promise.all([
    testing.post('/messages/send-otp', { recipient }),
    live.post('/messages/send-otp', { recipient }),
  ]);
  expect(first.map(({ status }) => status)).toEqual([202, 202]);
  expect(new Set(first.map(({ body }) => body.data.otpId)).size).toBe(2);
  const again = await testing.post('/messages/send-otp', { recipient });
  expect(again.body.error.code).toBe('otp_resend_too_soon');
  expect((await live.get(`/messages?recipient=${recipient}`)).body.data).toMatchObject([
    { kind: 'otp', content: null, livemode: true },
  ]);
});

const wrong = (code: string) => (code[0] === '1' ? '2' : '1') + code.slice(1);

test.each(['live', 'test'] as const)(
  'wrong attempts at a code of %s mode do not use up attempts of the other mode',
  async (usedUp) => {
    const { account, live, testing } = await bothModes();
    const [recipient = ''] = mobileNumbers(1);
    const keys = { live, test: testing };
    for (const key of [live, testing]) {
      expect((await key.post('/messages/send-otp', { recipient })).status).toBe(202);
    }
    const codeOf = async (mode: keyof typeof keys) => {
      const where = { userId: account.userId, livemode: mode === 'live' };
      return codeOfRow(await prisma.otp.findFirstOrThrow({ where }));
    };
    const codes = { live: await codeOf('live'), test: await codeOf('test') };
    const attempt = async (mode: keyof typeof keys, otp: string) => {
      const { body } = await keys[mode].post('/messages/verify-otp', { recipient, otp });
      return body.error?.code ?? 'verified';
    };
    for (let n = 0; n < 5; n += 1) {
      expect(await attempt(usedUp, wrong(codes[usedUp]))).toBe('otp_incorrect');
    }
    expect(await attempt(usedUp, codes[usedUp])).toBe('otp_attempts_exceeded');
    const other = usedUp === 'live' ? 'test' : 'live';
    for (let n = 0; n < 4; n += 1) {
      expect(await attempt(other, wrong(codes[other]))).toBe('otp_incorrect');
    }
    expect(await attempt(other, codes[other])).toBe('verified');
  },
);

test('the email channel of a test code starts, but sends no email', async () => {
  const { testing } = await bothModes();
  const [recipient = ''] = mobileNumbers(1);
  const to = 'asha@example.com';
  const channels = [{ channel: 'sms' }, { channel: 'email', to, after: 10 }];
  const { body } = await testing.post('/messages/send-otp', { recipient, channels });
  const { otpId } = body.data;
  const waiting = await prisma.otpSendAttempt.update({
    where: { otpId_round_position: { otpId, round: 0, position: 1 } },
    data: { dueAt: new Date(Date.now() - 1_000) },
  });
  expect(await startSendAttempt(waiting.id)).toBe(true);
  const { sendAttempts } = (await testing.get(`/otps/${otpId}`)).body.data;
  expect(sendAttempts[1]).toMatchObject({ channel: 'email', to, status: 'sent' });
  expect(await prisma.email.count({ where: { email: to } })).toBe(0);
});

test('codes of test numbers count towards the daily limit of test messages, and a test key cannot read them', async () => {
  const small = await stopAfterTest(startWeb({ TEST_MESSAGES_PER_DAY: '2' }));
  const [recipient = ''] = mobileNumbers(1);
  const test_numbers = [{ recipient, code: '482913', ends_on }];
  const owner = await anOtpService(small.url, { test_numbers });
  const testing = client(small.url, await aTestKeyOf(owner.account));
  const send = async () =>
    (await testing.post('/messages/send-otp', { recipient, service: owner.service })).status;
  expect([await send(), await send(), await send()]).toEqual([202, 202, 429]);
  expect((await owner.send(recipient)).status).toBe(202);
  const list = await testing.get('/otp-services');
  expect([list.status, list.body.error.code]).toEqual([403, 'live_key_required']);
});
