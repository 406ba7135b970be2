import { expect, test } from 'vitest';
import { prisma } from '#platform/db.server.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import { anAccount, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { registerBodies, registerSenders, setDltMode } from '../support/dlt.ts';
import { anOtpCaller } from '../support/otp-caller.ts';
import { carrierConfig, carriers } from '../support/product.ts';
import { startWorker } from '../support/programs.ts';
import { sharedWeb } from '../support/shared-web.ts';
import { stopAfterFile } from '../support/stop-after-file.ts';
import { until } from '../support/until.ts';

const smsc = await createSmsc({ receiptAfterMs: 1 });
await stopAfterFile(Promise.resolve({ stop: smsc.close }));
const [web] = await Promise.all([
  sharedWeb(),
  stopAfterFile(startWorker(carriers(carrierConfig('first', smsc)))),
]);
await until('the carrier is bound', () => smsc.connections() > 0);

/** An account with a service. */
async function aService(given: Record<string, unknown> = {}) {
  const caller = await anOtpCaller(web.url);
  const made = await caller.call.post('/otp-services', { name: 'Acme', ...given });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  const service: string = made.body.data._id;
  const send = (to: string, more = {}) => caller.sendOtp(to, { service, ...more });
  const verify = (recipient: string, otp: string) =>
    caller.call.post('/messages/verify-otp', { recipient, otp, service });
  const change = (changes: unknown) =>
    caller.call.call('PATCH', `/otp-services/${service}`, { body: changes });
  return { ...caller, service, send, verify, change };
}

/** The first text that a number got. */
const textTo = (number: string) =>
  until(`${number} got a text`, () => {
    const [message] = smsc.phones.conversation(`91${number}`).messages;
    return message ? { text: message.segments.join(''), from: message.from } : null;
  });

test('a code has the name, text, length and letters of its service, and is verified under it', async () => {
  const { aNumber, send, verify, call, rowOf } = await aService({
    ...{ text: 'Use {code} for {name}.', name: '$& Acme', length: 8, letters: true },
    ...{ ttl_seconds: 600, web_domain: 'example.com', app_hash: 'FA+9qCX9VSu' },
  });
  const to = aNumber();
  const sent = await send(to, { otp_length: 4 });
  expect(sent.body.data).toMatchObject({ service: expect.stringMatching(/^svc_/), isTest: false });
  const lifeMs = Date.parse(sent.body.data.expiresAt) - Date.now();
  expect(Math.round(lifeMs / 10_000)).toBe(60);
  const { text } = await textTo(to);
  const [, code = '', inLine] =
    /^Use ([2-9A-HJKMNP-Z]{8}) for \$& Acme\.\nFA\+9qCX9VSu\n@example\.com #(\w+)$/.exec(text) ??
    [];
  expect(inLine).toBe(code);
  const elsewhere = await call.post('/messages/verify-otp', { recipient: to, otp: '123456' });
  expect(elsewhere.body.error.code).toBe('not_found');
  expect((await verify(to, code.toLowerCase())).body.data).toMatchObject({ isVerified: true });
  expect((await rowOf(to)).state).toBe('verified');
});

test('services of one account have codes of their own for a number, and share its limit of sends', async () => {
  const { aNumber, send, sendOtp, verify, call, codeOf, age, account } = await aService();
  const to = aNumber();
  await sendOtp(to);
  const first = await codeOf(to);
  await age(to, 1);
  await send(to);
  const second = await codeOf(to);
  const wrong = second === '000000' ? '000001' : '000000';
  for (let i = 0; i < 5; i++) await verify(to, wrong);
  expect((await verify(to, second)).body.error.code).toBe('otp_attempts_exceeded');
  const other = await call.post('/messages/verify-otp', { recipient: to, otp: first });
  expect(other.status).toBe(200);
  const now = new Date();
  await prisma.otp.updateMany({
    where: { userId: account.userId, serviceId: null },
    data: { sentAt: [now, now, now, now] },
  });
  expect((await sendOtp(to)).body.error.code).toBe('rate_limited');
});

test('a resend counts for a day from when it was sent, however long its code was valid', async () => {
  const { aNumber, send, account } = await aService({ ttl_seconds: 3_600 });
  const to = aNumber();
  await send(to);
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  // The code was made more than a day ago, and sent ten times more in its last minutes.
  const day = 24 * 60;
  const sentAt = [ago(day + 40), ...Array.from({ length: 10 }, () => ago(day - 10))];
  await prisma.otp.updateMany({
    where: { userId: account.userId },
    data: { createdAt: ago(day + 40), expiresAt: ago(day - 20), state: 'expired', sentAt },
  });
  expect((await send(to)).body.error?.code).toBe('rate_limited');
});

test('a service that sends new codes ends the earlier one, and waits longer each time', async () => {
  const { aNumber, send, verify, codeOf, age } = await aService({ resend: 'new', length: 8 });
  const to = aNumber();
  await send(to);
  const first = await codeOf(to);
  expect((await send(to)).body.error.code).toBe('otp_resend_too_soon');
  await age(to, 31);
  expect((await send(to)).status).toBe(202);
  const second = await codeOf(to);
  expect(second).not.toBe(first);
  expect((await verify(to, first)).body.error.code).toBe('otp_incorrect');
  await age(to, 31);
  expect((await send(to)).body.error.code).toBe('otp_resend_too_soon');
  expect((await verify(to, second)).status).toBe(200);
});

test('a code is exhausted by as many wrong attempts as its service allows', async () => {
  const { aNumber, send, verify, codeOf } = await aService({ max_attempts: 2 });
  const to = aNumber();
  await send(to);
  const code = await codeOf(to);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let i = 0; i < 2; i++) expect((await verify(to, wrong)).status).toBe(422);
  expect((await verify(to, code)).body.error.code).toBe('otp_attempts_exceeded');
});

test('a code that wrong attempts have exhausted is followed by another only after the wait of a resend', async () => {
  const { aNumber, send, verify, codeOf, age } = await aService({ max_attempts: 1 });
  const to = aNumber();
  await send(to);
  for (const wait of [30, 60]) {
    await verify(to, (await codeOf(to)) === '000000' ? '000001' : '000000');
    const early = await send(to);
    expect([early.status, early.body.error.code]).toEqual([429, 'otp_resend_too_soon']);
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(wait - 3);
    expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(wait);
    await age(to, wait);
    expect((await send(to)).status).toBe(202);
  }
});

test('a test number gets no message and has its code, for free and without a limit of sends', async () => {
  const ends_on = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const numbers = [{ recipient: '9811199999', code: '482913', ends_on }];
  const { account, send, verify, change } = await aService({ test_numbers: numbers });
  for (let i = 0; i < 7; i++) {
    const sent = await send('9811199999');
    expect(sent.body.data).toMatchObject({ isTest: true });
  }
  expect((await verify('9811199999', '482914')).body.error.code).toBe('otp_incorrect');
  expect((await verify('9811199999', '482913')).body.data).toMatchObject({ isTest: true });
  expect((await getUsage(account)).messagesUsed).toBe(0);
  expect(await prisma.message.count({ where: { userId: account.userId } })).toBe(0);
  await change({ test_numbers: [{ ...numbers[0], ends_on: '2020-01-01' }] });
  await until('it is a number like any other', async () => {
    const { body } = await send('9811199999');
    return body.data?.isTest === false;
  });
});

test('the known code of a test number gives no more attempts at real codes', async () => {
  const { aNumber, send, verify, change, codeOf } = await aService();
  const to = aNumber();
  const wrong = async () => ((await codeOf(to)) === '000000' ? '000001' : '000000');
  await send(to);
  for (let i = 0; i < 4; i++) await verify(to, await wrong());
  const ends_on = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await change({ test_numbers: [{ recipient: to, code: '482913', ends_on }] });
  await until('it is a test number', async () => (await send(to)).body.data?.isTest === true);
  expect((await verify(to, '482913')).status).toBe(200);
  await change({ test_numbers: [] });
  await until('it is none', async () => (await send(to)).body.data?.isTest === false);
  const code = await codeOf(to);
  expect((await verify(to, await wrong())).body.error.code).toBe('otp_incorrect');
  expect((await verify(to, code)).body.error.code).toBe('otp_attempts_exceeded');
});

test('a service is checked against DLT when it is saved and when a code is sent', async () => {
  const account = await anAccount();
  await registerSenders(account.userId, 'ACMEIN');
  await registerBodies(account.userId, {
    '1107160000000000001': '{#numeric#} is your code for Acme.',
  });
  await setDltMode(account.userId, 'enforce');
  const call = client(web.url, account);
  const make = (more: unknown) =>
    call.post('/otp-services', { name: 'Acme', sender_id: 'ACMEIN', ...(more as object) });
  const wrong = await make({ text: '{code} is the code for Acme.' });
  expect(wrong.status).toBe(422);
  expect(wrong.body.error).toMatchObject({ code: 'dlt_template_not_matched', param: 'text' });
  const strange = await make({ text: '{code} is your code for Acme.', sender_id: 'HDFCBK' });
  expect(strange.body.error.code).toBe('sender_not_registered');
  const letters = await make({ text: '{code} is your code for {name}.', letters: true });
  expect(letters.body.error.code).toBe('dlt_var_wrong_type');
  const made = await make({ text: '{code} is your code for {name}.' });
  expect(made.status).toBe(201);
  const service = made.body.data._id;
  const to = '9811188888';
  const sent = await call.post('/messages/send-otp', { recipient: to, service });
  expect(sent.status).toBe(202);
  expect(await textTo(to)).toMatchObject({
    ...{ from: 'ACMEIN', text: expect.stringMatching(/^\d{6} is your code for Acme\.$/) },
  });
  const [message] = await prisma.message.findMany({ where: { userId: account.userId } });
  expect(message).toMatchObject({ templateId: '1107160000000000001', content: null });
  await prisma.dltTemplate.updateMany({
    where: { userId: account.userId },
    data: { status: 'blacklisted' },
  });
  await setDltMode(account.userId, 'enforce');
  let tried = 0;
  const refused = await until('the template is felt', async () => {
    const recipient = String(9_811_188_000 + tried++);
    const reply = await call.post('/messages/send-otp', { recipient, service });
    return reply.status === 422 ? { reply, recipient } : null;
  });
  expect(refused.reply.body.error.code).toBe('dlt_template_blacklisted');
  expect(await prisma.otp.count({ where: { recipient: `+91${refused.recipient}` } })).toBe(0);
});

test('services of other accounts are as if there were none, and there are at most twenty', async () => {
  const { service, call } = await aService();
  const stranger = client(web.url, await anAccount());
  const asked = await stranger.post('/messages/send-otp', { recipient: '9811177777', service });
  expect([asked.status, asked.body.error.param]).toEqual([400, 'service']);
  for (const method of ['PATCH', 'DELETE']) {
    const reply = await stranger.call(method, `/otp-services/${service}`, { body: { length: 4 } });
    expect(reply.status).toBe(404);
  }
  const more = await Promise.all(
    Array.from({ length: 25 }, () => call.post('/otp-services', { name: 'Acme' })),
  );
  expect(more.filter(({ status }) => status === 201)).toHaveLength(19);
  expect((await call.get('/otp-services')).body.data).toHaveLength(20);
  expect((await call.call('DELETE', `/otp-services/${service}`)).status).toBe(200);
});
