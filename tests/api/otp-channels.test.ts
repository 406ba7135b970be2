import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { anOtpCaller } from '../support/otp-caller.ts';
import { anOtpService } from '../support/otp-service.ts';

const web = await sharedWeb();
const { call, aNumber, sendOtp, verify, codeOf, age } = await anOtpCaller(web.url);

const sms = { channel: 'sms' };
const email = (to: unknown = 'asha@example.com', after?: unknown) => ({
  ...{ channel: 'email', to },
  ...(after !== undefined && { after }),
});

test('a call without channels stores and returns no attempts', async () => {
  const to = aNumber();
  const { body } = await sendOtp(to);
  expect(Object.keys(body.data)).toEqual([
    ...['otpId', 'user', 'phoneNumber', 'apiId', 'livemode', 'expiresAt', 'service', 'isTest'],
  ]);
  expect(await prisma.otpSendAttempt.count({ where: { otpId: body.data.otpId } })).toBe(0);
  const got = await call.get(`/otps/${body.data.otpId}`);
  expect(got.body.data).toMatchObject({ status: 'pending', sendAttempts: [] });
});

test('the response and GET list each channel with the time at which it starts', async () => {
  const to = aNumber();
  const channels = [sms, email('Asha@example.com', 90), email('asha@example.org')];
  const { status, body } = await sendOtp(to, { channels });
  expect(status).toBe(202);
  const { otpId, sendAttempts } = body.data;
  expect(sendAttempts).toMatchObject([
    { channel: 'sms', to: `+91${to}`, status: 'queued', reason: null },
    { channel: 'email', to: 'Asha@example.com', status: 'waiting', startedAt: null },
    { channel: 'email', to: 'asha@example.org', status: 'waiting', dueAt: null },
  ]);
  const [first, second] = sendAttempts;
  expect(Date.parse(second.dueAt) - Date.parse(first.startedAt)).toBe(90_000);
  const got = await call.get(`/otps/${otpId}`);
  expect(got.body.data).toMatchObject({ otpId, phoneNumber: `+91${to}`, status: 'pending' });
  expect(got.body.data.sendAttempts).toEqual(sendAttempts);
  await verify(to, await codeOf(to));
  const later = await call.get(`/otps/${otpId}`);
  expect(later.body.data.status).toBe('verified');
  const statuses = later.body.data.sendAttempts.map((one: { status: string }) => one.status);
  expect(statuses).toEqual(['queued', 'skipped', 'skipped']);
});

test('another account’s code and an invalid id are not found', async () => {
  const { body } = await sendOtp(aNumber());
  const stranger = client(web.url, await anAccount());
  for (const id of [body.data.otpId, 'otp_', '%00', 'otp_01KAF9V7Z5W3N8Q2R4T6Y8B0CD']) {
    const reply = await stranger.get(`/otps/${id}`);
    expect([reply.status, reply.body.error.code]).toEqual([404, 'not_found']);
  }
});

test.each([
  [
    'another channel',
    [sms, { channel: 'whatsapp', to: 'a@b.in' }],
    '1.channel',
    'channel_not_supported',
  ],
  ['voice', [{ channel: 'voice' }], '0.channel', 'channel_not_supported'],
  ['a name in capitals', [{ channel: 'SMS' }], '0.channel', 'channel_not_supported'],
  ['no name', [{}], '0.channel'],
  ['a number as the name', [{ channel: 7 }], '0.channel'],
  ['no channels', [], ''],
  ['four channels', [sms, email('a@b.in'), email('b@b.in'), email('c@b.in')], ''],
  ['email first', [email()], '0.channel'],
  ['SMS twice', [sms, { ...sms, after: 60 }], '1.channel'],
  ['no address', [sms, { channel: 'email' }], '1.to'],
  ['an invalid address', [sms, email('asha')], '1.to'],
  ['two addresses in one', [sms, email('a@b.in, c@d.in')], '1.to'],
  ['a line break in an address', [sms, email('a@b.in\r\nBcc: c@d.in')], '1.to'],
  ['one address twice', [sms, email('a.sha+1@gmail.com'), email('ASHA@gmail.com')], '2.to'],
  ['an address for the SMS', [{ ...sms, to: 'a@b.in' }], '0.to'],
  ['a wait before the first', [{ ...sms, after: 60 }], '0.after'],
  ['a wait that is too short', [sms, email('a@b.in', 9)], '1.after'],
  ['half a second', [sms, email('a@b.in', 60.5)], '1.after'],
  ['as long as the code is valid', [sms, email('a@b.in', 300)], '1.after'],
  ['longer together', [sms, email('a@b.in', 200), email('b@b.in', 100)], '2.after'],
])(
  'channels with %s are refused with an error that names their index, and nothing is sent',
  async (_, channels, place, code = 'invalid_parameter') => {
    const to = aNumber();
    const { status, body } = await sendOtp(to, { channels });
    const param = place === '' ? 'channels' : `channels.${place}`;
    expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
    expect(await prisma.otp.count({ where: { recipient: `+91${to}` } })).toBe(0);
  },
);

test('a channel may start at any time while a code of the service is valid', async () => {
  const { aNumber: another, send } = await anOtpService(web.url, { ttl_seconds: 120 });
  const late = await send(another(), { channels: [sms, email('a@b.in', 120)] });
  expect(late.body.error.param).toBe('channels.1.after');
  const sent = await send(another(), { channels: [sms, email('a@b.in', 119)] });
  expect(sent.status).toBe(202);
});

test('a later call with channels replaces the pending channels, and a call without channels keeps them', async () => {
  const to = aNumber();
  const { body } = await sendOtp(to, { channels: [sms, email('first@example.com')] });
  const list = async () =>
    (await call.get(`/otps/${body.data.otpId}`)).body.data.sendAttempts.map(
      ({ to, status }: { to: string; status: string }) => `${to} ${status}`,
    );
  await age(to, 31);
  await sendOtp(to);
  expect(await list()).toEqual([`+91${to} queued`, 'first@example.com waiting']);
  await age(to, 61);
  await sendOtp(to, { channels: [sms, email('second@example.com')] });
  expect(await list()).toEqual([
    ...[`+91${to} queued`, 'first@example.com skipped'],
    ...[`+91${to} queued`, 'second@example.com waiting'],
  ]);
});

test('a repeated request with the same Idempotency-Key starts no further channels', async () => {
  const to = aNumber();
  const body = { recipient: to, channels: [sms, email()] };
  const send = () => call.post('/messages/send-otp', body, { 'idempotency-key': 'channels' });
  const replies = await Promise.all([send(), send(), send()]);
  const [first] = replies;
  for (const reply of replies) expect(reply.body).toEqual(first?.body);
  const otpId = first?.body.data.otpId;
  expect(await prisma.otpSendAttempt.count({ where: { otpId } })).toBe(2);
});

test('a test number has no channels', async () => {
  const ends_on = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const test_numbers = [{ recipient: '9811133333', code: '482913', ends_on }];
  const { send } = await anOtpService(web.url, { test_numbers });
  const { body } = await send('9811133333', { channels: [sms, email()] });
  expect(body.data).toMatchObject({ isTest: true, sendAttempts: [] });
  expect(await prisma.otpSendAttempt.count({ where: { otpId: body.data.otpId } })).toBe(0);
});
