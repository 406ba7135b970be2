import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import { carrierConfig, carriers } from '../harness/product.ts';
import { startWorker } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { registerBodies, registerSenders, setDltMode } from '../support/dlt.ts';
import { anOtpService } from '../support/otp-service.ts';

const smsc = await createSmsc({ receiptAfterMs: 1 });
await stopAfterFile(Promise.resolve({ stop: smsc.close }));
const [web] = await Promise.all([
  sharedWeb(),
  stopAfterFile(startWorker(carriers(carrierConfig('first', smsc)))),
]);
await until('the carrier is bound', () => smsc.connections() > 0);

/** The first text that a number received. */
const textTo = (number: string) =>
  until(`${number} got a text`, () => {
    const [message] = smsc.phones.conversation(`91${number}`).messages;
    return message ? { text: message.segments.join(''), from: message.from } : null;
  });

test('a code has the text, length and letters of its service, and is verified with that service', async () => {
  const { aNumber, send, verify, call, rowOf } = await anOtpService(web.url, {
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

test('a service is checked against DLT when the service is saved and when a code is sent', async () => {
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
  expect(made.body.data.warnings).toEqual([]);
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

test('a service with only a name uses the account’s only template for codes; without exactly one such template, the error says what to do', async () => {
  const account = await anAccount();
  await registerSenders(account.userId, 'ACMEIN', 'ACMEUP');
  await setDltMode(account.userId, 'enforce');
  const call = client(web.url, account);
  const make = (more = {}) => call.post('/otp-services', { name: 'Acme', ...more });
  const order = { '1107160000000000001': 'Order {#numeric#} is on its way. - ACME' };
  await registerBodies(account.userId, {
    ...{ '1107160000000000002': 'Dear {#var#}, your code is {#numeric#}. - ACME' },
  });
  const none = await make();
  expect([none.status, none.body.error.param]).toEqual([400, 'text']);
  expect(none.body.message).toContain('Register such a template');

  await registerBodies(account.userId, order);
  const [code, pin] = ['1107160000000000003', '1107160000000000004'];
  await registerBodies(
    account.userId,
    { [code]: '{#numeric#} is your OTP. - ACME' },
    { headers: ['ACMEUP'] },
  );
  const made = await make();
  expect([made.status, made.body.data]).toMatchObject([
    201,
    { text: '{code} is your OTP. - ACME', template_id: code, sender_id: 'ACMEUP', warnings: [] },
  ]);
  const to = '9811188877';
  const sent = await call.post('/messages/send-otp', {
    ...{ recipient: to, service: made.body.data._id },
  });
  expect(sent.status).toBe(202);
  expect((await textTo(to)).text).toMatch(/^\d{6} is your OTP\. - ACME$/);

  await registerBodies(account.userId, { [pin]: 'Your PIN: {#numeric#} - ACME' });
  const several = await make();
  expect([several.status, several.body.error.param]).toEqual([400, 'template_id']);
  expect(several.body.message).toContain(`${code}, ${pin}. Send the template_id of one.`);
  const errorOf = async (more: object) => (await make(more)).body.error;
  expect(await errorOf({ sender_id: 'NOTOURS' })).toMatchObject({ code: 'invalid_parameter' });
  expect(await errorOf({ sender_id: 'NOTOUR' })).toMatchObject({ code: 'sender_not_registered' });
  const unknown = { code: 'dlt_template_unknown', param: 'template_id' };
  expect(await errorOf({ template_id: '1107160000000000099' })).toMatchObject(unknown);
  const chosen = await make({ template_id: pin, name: 'Bank' });
  expect(chosen.body.data).toMatchObject({ text: 'Your PIN: {code} - ACME', template_id: pin });
});

test('a DLT finding about the text of a service is a warning with a link to the documentation of the finding', async () => {
  const account = await anAccount();
  await registerSenders(account.userId, 'ACMEIN');
  await registerBodies(account.userId, { '1107160000000000001': '{#var#} is your code.' });
  await setDltMode(account.userId, 'enforce');
  const call = client(web.url, account);
  const made = await call.post('/otp-services', { name: 'Acme', text: '{code} is your code.' });
  const untagged = {
    code: 'dlt_template_untagged',
    docUrl: expect.stringMatching(/\/docs\/dlt#dlt_template_untagged$/),
  };
  expect(made.body.data.warnings).toMatchObject([untagged]);
  const changed = await call.call('PATCH', `/otp-services/${made.body.data._id}`, {
    body: { length: 4 },
  });
  expect(changed.body.data.warnings).toMatchObject([untagged]);
});

test('services of other accounts are reported as not found, and an account can have at most twenty services', async () => {
  const { service, call } = await anOtpService(web.url);
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
