import { expect, test } from 'vitest';
import { prisma } from '#platform/db.ts';
import { fromHex } from '#platform/ids.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { type Account, anAccount, getUsage } from '../support/account.ts';
import { client as ownClient } from '../support/client.ts';
import { aRegistrant, dltBodies, dltText } from '../support/dlt-requests.ts';
import { codeOfRow } from '../support/otp-code.ts';

const web = await sharedWeb();
const account = await anAccount();
let used = 0;
const aNumber = () => `9198226${String(10_000 + used++)}`;

type Fields = Record<string, unknown>;

/** Calls the API as public clients do: with the key in a header, and a JSON body. */
async function call(path: string, body: Fields, as: Account = account) {
  const response = await fetch(`${web.url}/compat/msg91/api/v5/${path}`, {
    method: 'POST',
    headers: { authkey: as.secretKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

/** Calls the API with GET, with the key in the query. */
async function get(path: string, fields: Record<string, string>, as: Account = account) {
  const query = new URLSearchParams({ authkey: as.secretKey, ...fields });
  const response = await fetch(`${web.url}/compat/msg91/api/v5/${path}?${query}`);
  return { status: response.status, body: await response.json() };
}

const newestOf = (mobile: string) =>
  prisma.otp.findFirstOrThrow({
    where: { recipient: `+${mobile}` },
    orderBy: { createdAt: 'desc' },
  });

const codeOf = async (mobile: string) => codeOfRow(await newestOf(mobile));

const wrongFor = (code: string) => (code.startsWith('1') ? '2' : '1') + code.slice(1);

const error = (message: string) => ({ type: 'error', message });

test('a code is sent and verified, by JSON, by a form and by GET', async () => {
  for (const send of [
    (mobile: string) => call('otp', { mobile }),
    (mobile: string) => get('otp', { mobile, otp_length: '6', otp_expiry: '5' }),
    async (mobile: string) => {
      const body = new URLSearchParams({ mobile, authkey: account.secretKey });
      const response = await fetch(`${web.url}/compat/msg91/api/v5/otp`, { method: 'POST', body });
      return { status: response.status, body: await response.json() };
    },
  ]) {
    const mobile = aNumber();
    const sent = await send(mobile);
    expect(sent).toMatchObject({ status: 200, body: { type: 'success' } });
    const message = await prisma.message.findFirstOrThrow({ where: { recipient: `+${mobile}` } });
    expect(fromHex('req', sent.body.request_id)).toBe(message.requestId);
    const otp = await codeOf(mobile);
    const verified = await get('otp/verify', { mobile, otp });
    expect(verified.body).toEqual({ type: 'success', message: 'OTP verified success' });
  }
});

test('wrong, unknown and exhausted codes get the messages that programs compare, with status 200', async () => {
  const mobile = aNumber();
  const unknown = await call('otp/verify', { mobile, otp: '123456' });
  expect(unknown).toMatchObject({ status: 200, body: error('Mobile no. not found') });
  await call('otp', { mobile });
  const otp = wrongFor(await codeOf(mobile));
  for (let i = 0; i < 5; i += 1) {
    expect((await call('otp/verify', { mobile, otp })).body).toMatchObject(error('OTP not match'));
  }
  const over = await call('otp/verify', { mobile, otp });
  expect(over.body).toMatchObject(error('Max limit reached for this otp verification'));
});

test('an expired code is reported as expired', async () => {
  const mobile = aNumber();
  await call('otp', { mobile });
  const otp = await codeOf(mobile);
  await prisma.otp.updateMany({
    where: { recipient: `+${mobile}` },
    data: { expiresAt: new Date(Date.now() - 1_000) },
  });
  expect((await call('otp/verify', { mobile, otp })).body).toMatchObject(error('OTP expired'));
});

test('“already verified” is the answer only to the code that was verified, and only until ten attempts were made', async () => {
  const mobile = aNumber();
  await call('otp', { mobile });
  const otp = await codeOf(mobile);
  const check = async (code: string) => (await call('otp/verify', { mobile, otp: code })).body;
  expect(await check(otp)).toMatchObject({ type: 'success' });
  expect(await check(otp)).toMatchObject(error('Mobile no. already verified'));
  for (let i = 0; i < 8; i += 1) {
    expect(await check(wrongFor(otp))).toMatchObject(error('OTP not match'));
  }
  expect(await check(otp)).toMatchObject(error('OTP not match'));
});

test('wrong codes sent to our API and to MSG91’s API count together', async () => {
  const mobile = aNumber();
  await call('otp', { mobile });
  const otp = wrongFor(await codeOf(mobile));
  const own = ownClient(web.url, account);
  for (let i = 0; i < 4; i += 1) {
    await own.post('/messages/verify-otp', { recipient: mobile, otp });
  }
  await call('otp/verify', { mobile, otp });
  const over = await call('otp/verify', { mobile, otp });
  expect(over.body).toMatchObject(error('Max limit reached for this otp verification'));
});

test('a retry needs a pending code, is rejected during the pause between codes, and does not count as an API call', async () => {
  const mobile = aNumber();
  const none = await call('otp/retry', { mobile, retrytype: 'text' });
  expect(none.body).toMatchObject(error('Mobile no. not found'));
  await call('otp', { mobile });
  const soon = await call('otp/retry', { mobile, retrytype: 'text' });
  expect(soon.body).toMatchObject({ type: 'error', error: 'otp_resend_too_soon' });
  const code = await codeOf(mobile);
  const before = new Date(Date.now() - 31_000);
  await prisma.otp.updateMany({ where: { recipient: `+${mobile}` }, data: { sentAt: [before] } });
  const again = await get('otp/retry', { mobile, retrytype: 'text' });
  expect(again.body).toMatchObject({ type: 'success', message: 'retry send successfully' });
  expect(await codeOf(mobile)).toBe(code);
  const voice = await call('otp/retry', { mobile, retrytype: 'voice' });
  expect(voice.body).toMatchObject({ type: 'error', error: 'channel_not_supported' });
});

test('a template_id selects the OTP service that has this id, or that has the DLT template with this id', async () => {
  const owner = await aRegistrant(web.url);
  const template = dltBodies.template.template_id;
  const service = await prisma.otpService.create({
    data: {
      ...{
        id: fromHex('svc', owner.userId.length.toString(16).padStart(32, '0')),
        userId: owner.userId,
      },
      ...{
        name: 'Acme',
        sender: 'ACMEIN',
        templateId: template,
        text: 'Your code is {code}. - ACME',
      },
      ...{ length: 4, letters: false, ttlSeconds: 600, maxAttempts: 3, resend: 'same' },
      ...{ testNumbers: [], createdAt: new Date() },
    },
  });
  for (const id of [service.id, template]) {
    const mobile = aNumber();
    const sent = await call(
      'otp',
      { mobile, template_id: id, otp_length: 4, otp_expiry: 10 },
      owner,
    );
    expect(sent.body).toMatchObject({ type: 'success' });
    expect(await newestOf(mobile)).toMatchObject({ serviceId: service.id, codeLength: 4 });
    const otp = await codeOf(mobile);
    expect((await call('otp/verify', { mobile, otp }, owner)).body).toMatchObject({
      type: 'success',
    });
  }
  for (const wrong of [
    { template_id: '1107160000000009999' },
    { template_id: template, otp_expiry: 1 },
  ]) {
    const { body } = await call('otp', { mobile: aNumber(), ...wrong }, owner);
    expect(body).toMatchObject({ type: 'error', error: 'invalid_parameter' });
  }
});

test('a flow sends a template with values to one number, or to several numbers with separate values', async () => {
  const owner = await aRegistrant(web.url);
  const template_id = dltBodies.template.template_id;
  const one = aNumber();
  const sent = await call(
    'flow/',
    { template_id, sender: 'ACMEIN', short_url: '0', mobiles: one, VAR1: '482913' },
    owner,
  );
  expect(sent).toMatchObject({ status: 200, body: { type: 'success' } });
  expect(await prisma.message.findFirst({ where: { recipient: `+${one}` } })).toMatchObject({
    ...{ content: dltText, sender: 'ACMEIN', requestId: fromHex('req', sent.body.message) },
  });
  const [first, second] = [aNumber(), aNumber()];
  const recipients = [
    { mobiles: first, VAR1: '111111' },
    { mobiles: '91123', VAR1: '222222' },
    { mobiles: second, var1: '333333' },
  ];
  const before = await getUsage(owner);
  const many = await call('flow', { flow_id: template_id, recipients }, owner);
  expect(many.body).toMatchObject({
    ...{ type: 'success', rejected: [{ mobiles: '91123', error: 'invalid_recipient' }] },
  });
  const after = await getUsage(owner);
  expect(after).toEqual({
    ...{ messagesUsed: before.messagesUsed + 2, apiCallsUsed: before.apiCallsUsed + 1 },
  });
});

/** A time two days from now, in whole seconds, in each form that MSG91 documents. */
const later = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 2 * 86_400_000);
const inIndia = new Date(later.getTime() + 5.5 * 3_600_000).toISOString();
const [day, time] = [inIndia.slice(0, 10), inIndia.slice(11, 19)];

test.each<[string, unknown]>([
  ['a date and a time', `${day} ${time}`],
  ['slashes', `${day.replaceAll('-', '/')} ${time}`],
  ['seconds since 1970', later.getTime() / 1_000],
  ['seconds since 1970 as a text', String(later.getTime() / 1_000)],
])(
  'a flow with schtime as %s is scheduled for this time in India, and can be cancelled',
  async (_, schtime) => {
    const owner = await aRegistrant(web.url);
    const fields = { template_id: dltBodies.template.template_id, VAR1: '482913', schtime };
    const sent = await call('flow', { ...fields, mobiles: aNumber() }, owner);
    expect(sent).toMatchObject({ status: 200, body: { type: 'success' } });
    expect(await prisma.message.count({ where: { userId: owner.userId } })).toBe(0);
    const own = ownClient(web.url, owner);
    const { body } = await own.get('/messages/scheduled');
    expect(body.data).toEqual([
      expect.objectContaining({
        ...{ status: 'scheduled', scheduledFor: later.toISOString(), content: dltText },
        requestId: fromHex('req', sent.body.message),
      }),
    ]);
    const cancelled = await own.post(`/messages/${body.data[0]._id}/cancel`, {});
    expect(cancelled.body.data).toMatchObject({ status: 'cancelled' });
  },
);

test('a flow with an empty schtime is sent at once', async () => {
  const owner = await aRegistrant(web.url);
  const template_id = dltBodies.template.template_id;
  await call('flow', { template_id, mobiles: aNumber(), VAR1: '482913', schtime: '' }, owner);
  expect(await prisma.message.count({ where: { userId: owner.userId } })).toBe(1);
});

test.each<[string, Fields]>([
  ['a time in another form', { schtime: '01-12-2026 10:00' }],
  ['a day that does not exist', { schtime: '2027-02-30 10:00:00' }],
  ['a time that has passed', { schtime: '2020-01-01 10:10:00' }],
  ['a time more than 60 days ahead', { schtime: '2099-01-01 10:10:00' }],
  ['short links', { short_url: '1' }],
  ['a value with a name', { name: 'Asha' }],
  ['a gap in the values', { VAR2: '1' }],
  ['no template', { template_id: undefined }],
  ['numbers in two fields', { recipients: [{ mobiles: '919822600001' }] }],
])('a flow with %s is rejected and sends nothing', async (_, change) => {
  const owner = await aRegistrant(web.url);
  const body = { template_id: dltBodies.template.template_id, mobiles: aNumber(), ...change };
  const sent = await call('flow', body, owner);
  expect(sent).toMatchObject({ status: 200, body: { type: 'error', error: 'invalid_parameter' } });
  expect(await prisma.message.count({ where: { userId: owner.userId } })).toBe(0);
});

test('a text that DLT would reject gets status 200 with our error code in the body', async () => {
  const owner = await aRegistrant(web.url);
  const template_id = dltBodies.template.template_id;
  const { body } = await call('flow', { template_id, mobiles: aNumber(), VAR1: 'abc' }, owner);
  expect(body).toMatchObject({ type: 'error', error: expect.stringMatching(/^dlt_/) });
});

test.each<[string, Record<string, string>, Fields]>([
  ['a missing key', {}, { code: '106', message: 'Missing Authentication Key' }],
  ['a wrong key', { authkey: 'sk_wrong' }, { code: '207' }],
])('%s gets MSG91’s error code', async (_, headers, expected) => {
  const response = await fetch(`${web.url}/compat/msg91/api/v5/otp?mobile=${aNumber()}`, {
    headers,
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ type: 'error', ...expected });
});

test.each<[string, Fields]>([
  ['an own code', { otp: '123456' }],
  ['an unknown parameter', { unicode: 1 }],
  ['another validity', { otp_expiry: 60 }],
])('a code with %s is rejected', async (_, more) => {
  const { body } = await call('otp', { mobile: aNumber(), ...more });
  expect(body).toMatchObject({ type: 'error', error: 'invalid_parameter' });
});

test('a body that is nested 10,000 levels deep is rejected as JSON that cannot be read', async () => {
  const response = await fetch(`${web.url}/compat/msg91/api/v5/flow`, {
    method: 'POST',
    headers: { authkey: account.secretKey, 'content-type': 'application/json' },
    body: `{"mobile":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
  });
  expect(await response.json()).toMatchObject(error('The body is nested too deeply.'));
  expect(response.status).toBe(200);
});
