import { expect, test } from 'vitest';
import { toSid } from '#domain/webhooks/formats/twilio.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { type Account, anAccount } from '../support/account.ts';
import { client as ownClient } from '../support/client.ts';
import { codeOfRow } from '../support/otp-code.ts';
import { refusalOf, twilioClient } from '../support/twilio-client.ts';

const web = await sharedWeb();
const account = await anAccount();
let used = 0;
const aNumber = () => `+9198224${String(10_000 + used++)}`;

const serviceOf = (of: Account, sid = toSid('AC', of.userId).replace('AC', 'VA')) =>
  twilioClient(web.url, of).verify.v2.services(sid);
const service = serviceOf(account);

const newestOf = (to: string) =>
  prisma.otp.findFirstOrThrow({ where: { recipient: to }, orderBy: { createdAt: 'desc' } });

async function codeSentTo(to: string) {
  return codeOfRow(await newestOf(to));
}

const wrongFor = (code: string) => (code.startsWith('1') ? '2' : '1') + code.slice(1);

test('a code is sent, stays pending after a wrong attempt, and is approved exactly once', async () => {
  const to = aNumber();
  const sent = await service.verifications.create({ to, channel: 'sms' });
  expect(sent).toMatchObject({ to, channel: 'sms', status: 'pending', valid: false });
  expect(sent.sid).toMatch(/^VE[0-9a-f]{32}$/);
  expect(sent.sendCodeAttempts).toHaveLength(1);
  const code = await codeSentTo(to);
  const wrong = await service.verificationChecks.create({ to, code: wrongFor(code) });
  expect(wrong).toMatchObject({ status: 'pending', valid: false, sid: sent.sid });
  const right = await service.verificationChecks.create({ to, code });
  expect(right).toMatchObject({ status: 'approved', valid: true, sid: sent.sid });
  expect((await service.verifications(sent.sid).fetch()).status).toBe('approved');
  const again = await refusalOf(service.verificationChecks.create({ to, code }));
  expect([again.status, again.code]).toEqual([404, 20_404]);
});

test('a code is checked by the sid of its verification', async () => {
  const to = aNumber();
  const { sid } = await service.verifications.create({ to, channel: 'sms' });
  const code = await codeSentTo(to);
  const checked = await service.verificationChecks.create({ verificationSid: sid, code });
  expect(checked).toMatchObject({ status: 'approved', to });
});

test('wrong codes sent to our API and to Twilio’s API count together', async () => {
  const to = aNumber();
  const own = ownClient(web.url, account);
  await service.verifications.create({ to, channel: 'sms' });
  const code = wrongFor(await codeSentTo(to));
  const check = () => service.verificationChecks.create({ to, code });
  const send = () => service.verifications.create({ to, channel: 'sms' });
  for (let i = 0; i < 2; i += 1) await check();
  for (let i = 0; i < 3; i += 1) {
    await own.post('/messages/verify-otp', { recipient: to, otp: code });
  }
  expect(await refusalOf(check())).toMatchObject({ status: 429, code: 60_202 });
  expect(await refusalOf(send())).toMatchObject({ status: 429, code: 60_202 });
});

test('no second code is sent within the pause, and a cancelled code cannot be verified', async () => {
  const to = aNumber();
  const send = () => service.verifications.create({ to, channel: 'sms' });
  const { sid } = await send();
  expect(await refusalOf(send())).toMatchObject({ status: 429, code: 60_203 });
  const code = await codeSentTo(to);
  const cancelled = await service.verifications(sid).update({ status: 'canceled' });
  expect(cancelled.status).toBe('canceled');
  expect(await refusalOf(service.verificationChecks.create({ to, code }))).toMatchObject({
    ...{ status: 404, code: 20_404 },
  });
  const twice = service.verifications(sid).update({ status: 'canceled' });
  expect(await refusalOf(twice)).toMatchObject({ status: 404 });
});

test('Twilio’s parameters set the name and code length of a service, and the service sends codes', async () => {
  const { verify } = twilioClient(web.url, account);
  const made = await verify.v2.services.create({ friendlyName: 'Acme', codeLength: 8 });
  expect(made).toMatchObject({ friendlyName: 'Acme', codeLength: 8 });
  expect((await verify.v2.services(made.sid).fetch()).friendlyName).toBe('Acme');
  const to = aNumber();
  const { serviceSid } = await serviceOf(account, made.sid).verifications.create({
    to,
    channel: 'sms',
  });
  expect(serviceSid).toBe(made.sid);
  const code = await codeSentTo(to);
  expect(code).toHaveLength(8);
  // The default service does not accept codes of the other service.
  expect(await refusalOf(service.verificationChecks.create({ to, code: '123456' }))).toMatchObject({
    ...{ status: 404, code: 20_404 },
  });
  const checks = serviceOf(account, made.sid).verificationChecks;
  expect((await checks.create({ to, code })).status).toBe('approved');
});

test.each([
  ['a wrong number', { to: '12' }, 400, 60_200],
  ['another country', { to: '+12125550100' }, 403, 60_605],
  ['another channel', { channel: 'call' }, 400, 60_200],
  ['an own code', { customCode: '123456' }, 400, 60_200],
  ['another language', { locale: 'hi' }, 400, 60_200],
  ['a template', { templateSid: `HJ${'0'.repeat(32)}` }, 400, 60_200],
])('rejects %s with the error class and the code of Twilio', async (_, change, status, code) => {
  const error = await refusalOf(
    service.verifications.create({ to: aNumber(), channel: 'sms', ...change }),
  );
  expect([error.status, error.code]).toEqual([status, code]);
});

test('verifications and services of other accounts are not found', async () => {
  const { sid } = await service.verifications.create({ to: aNumber(), channel: 'sms' });
  const other = await anAccount();
  const foreign = [
    () => serviceOf(other).verifications(sid).fetch(),
    () => serviceOf(other).verificationChecks.create({ verificationSid: sid, code: '123456' }),
    () => serviceOf(other, toSid('AC', account.userId).replace('AC', 'VA')).fetch(),
    () => serviceOf(other).verifications(sid).update({ status: 'canceled' }),
  ];
  for (const call of foreign) expect(await refusalOf(call())).toMatchObject({ status: 404 });
});

test('the end user’s IP address is checked as in calls of `/messages/send-otp`', async () => {
  const error = await refusalOf(
    service.verifications.create({ to: aNumber(), channel: 'sms', deviceIp: 'nowhere' }),
  );
  expect(error).toMatchObject({ status: 400, details: { param: 'DeviceIp' } });
});
