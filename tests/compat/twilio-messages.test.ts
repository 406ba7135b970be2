import twilio from 'twilio';
import { expect, test } from 'vitest';
import { createKey } from '#domain/identity/api-keys/create-key.ts';
import { fromSid, toSid } from '#domain/webhooks/formats/twilio.ts';
import { prisma } from '#platform/db.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { anAccount, getUsage } from '../support/account.ts';
import { aTestKeyOf } from '../support/test-key.ts';
import { refusalOf, twilioClient } from '../support/twilio-client.ts';

const web = await sharedWeb();
const account = await anAccount();
const client = twilioClient(web.url, account);
const ours = { from: 'DAKIYA', body: 'Your order has been shipped.' };
let used = 0;
const aNumber = () => `+9198223${String(10_000 + used++)}`;

const rowOf = (sid: string) =>
  prisma.message.findUniqueOrThrow({ where: { id: fromSid('SM', sid) ?? '' } });

/** Settles a message as a receipt would. */
async function deliver(sid: string) {
  await prisma.message.update({
    where: { id: fromSid('SM', sid) ?? '' },
    data: { state: 'delivered', sentAt: new Date(), settledAt: new Date() },
  });
}

const form = (path: string, fields: Record<string, string>, init: RequestInit = {}) =>
  fetch(`${web.url}/compat/twilio/2010-04-01/Accounts/${toSid('AC', account.userId)}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    ...init,
    headers: {
      authorization: `Basic ${btoa(`${account.keyId}:${account.secretKey}`)}`,
      ...(init.headers as Record<string, string>),
    },
  });

test('the client of Twilio sends a message and reads it back', async () => {
  const to = aNumber();
  const before = await getUsage(account);
  const sent = await client.messages.create({ ...ours, to });
  expect(sent).toMatchObject({ ...ours, to, status: 'queued', numSegments: '1', errorCode: null });
  expect(sent.sid).toMatch(/^SM[0-9a-f]{32}$/);
  expect(sent.dateCreated).toBeInstanceOf(Date);
  const read = await client.messages(sent.sid).fetch();
  expect(read).toMatchObject({ sid: sent.sid, ...ours, to });
  expect(await rowOf(sent.sid)).toMatchObject({ recipient: to, sender: 'DAKIYA', livemode: true });
  const after = await getUsage(account);
  expect(after.messagesUsed - before.messagesUsed).toBe(1);
  expect(after.apiCallsUsed - before.apiCallsUsed).toBe(2);
});

test('the API ID is accepted as the user name, as Twilio accepts the id of its API keys', async () => {
  const options = { accountSid: toSid('AC', account.userId) };
  const byKey = twilio(account.keyId, account.secretKey, options);
  byKey.api.baseUrl = `${web.url}/compat/twilio`;
  const { sid } = await byKey.messages.create({ ...ours, to: aNumber() });
  expect(sid).toMatch(/^SM/);
  expect((await byKey.api.v2010.accounts(options.accountSid).fetch()).status).toBe('active');
});

test('a message of a test key reaches no carrier, and is listed only with that key', async () => {
  const testing = twilioClient(web.url, await aTestKeyOf(account));
  const to = aNumber();
  const { sid } = await testing.messages.create({ ...ours, to });
  expect(await rowOf(sid)).toMatchObject({ livemode: false });
  expect(await client.messages.list({ to })).toEqual([]);
  expect((await testing.messages.list({ to })).map((one) => one.sid)).toEqual([sid]);
});

test('the account’s messaging service uses the default header, and any other messaging service is rejected', async () => {
  const messagingServiceSid = toSid('MG', account.userId);
  const to = aNumber();
  const sent = await client.messages.create({ to, body: ours.body, messagingServiceSid });
  expect(sent).toMatchObject({ from: 'DAKIYA', messagingServiceSid });
  const other = `MG${'0'.repeat(32)}`;
  const { code, message } = await refusalOf(
    client.messages.create({ to, body: ours.body, messagingServiceSid: other }),
  );
  expect([code, message]).toEqual([21_701, expect.stringContaining(messagingServiceSid)]);
});

test('lists all messages over several pages, filtered by number, header and day', async () => {
  const own = await anAccount();
  const lister = twilioClient(web.url, own);
  const to = aNumber();
  const sids: string[] = [];
  for (let i = 0; i < 5; i += 1) sids.unshift((await lister.messages.create({ ...ours, to })).sid);
  const list = (query: object) =>
    lister.messages.list({ pageSize: 2, ...query }).then((found) => found.map(({ sid }) => sid));
  expect(await list({ to })).toEqual(sids);
  expect(await list({ from: 'DAKIYA' })).toEqual(sids);
  expect(await list({ from: 'OTHERS' })).toEqual([]);
  expect(await list({ dateSent: new Date() })).toEqual(sids);
  expect(await list({ dateSentBefore: new Date(Date.now() - 86_400_000) })).toEqual([]);
  const page = await lister.messages.page({ to, pageSize: 2 });
  expect((await page.nextPage())?.instances.map(({ sid }) => sid)).toEqual(sids.slice(2, 4));
});

test('an empty Body or a DELETE deletes the text of a settled message', async () => {
  for (const remove of [
    (sid: string) => client.messages(sid).update({ body: '' }),
    (sid: string) => client.messages(sid).remove(),
  ]) {
    const { sid } = await client.messages.create({ ...ours, to: aNumber() });
    const early = await refusalOf(Promise.resolve(remove(sid)));
    expect([early.status, early.code]).toEqual([409, 20_009]);
    await deliver(sid);
    await remove(sid);
    expect((await client.messages(sid).fetch()).body).toBe('');
    expect(await rowOf(sid)).toMatchObject({ content: null, encryptedContent: null });
  }
});

test('a message with SendAt is scheduled, and can be cancelled only once', async () => {
  const sendAt = new Date(Math.ceil(Date.now() / 3_600_000 + 1) * 3_600_000);
  const before = await getUsage(account);
  const scheduled = { ...ours, to: aNumber(), sendAt, scheduleType: 'fixed' as const };
  const { sid, status } = await client.messages.create(scheduled);
  expect(status).toBe('scheduled');
  expect((await client.messages(sid).fetch()).status).toBe('scheduled');
  expect((await client.messages(sid).update({ status: 'canceled' })).status).toBe('canceled');
  const { messagesUsed } = await getUsage(account);
  expect(messagesUsed).toBe(before.messagesUsed);
});

test('cancelling a message that is not scheduled gets Twilio’s error code', async () => {
  const { sid } = await client.messages.create({ ...ours, to: aNumber() });
  const { status, code } = await refusalOf(client.messages(sid).update({ status: 'canceled' }));
  expect([status, code]).toEqual([409, 30_409]);
});

test.each([
  ['a number that is none', { to: '+9112' }, 400, 21_211],
  ['two digits', { to: '+12' }, 400, 21_211],
  ['a number of another country', { to: '+12125550100' }, 400, 21_408],
  ['a number as the sender', { from: '+15005550006' }, 400, 21_212],
  ['no sender', { from: undefined }, 400, 21_603],
  ['an empty text', { body: ' ' }, 400, 21_602],
  ['a text of more than ten segments', { body: 'x'.repeat(1_531) }, 400, 21_617],
  ['a picture', { mediaUrl: ['https://example.com/a.png'] }, 400, 20_001],
  ['a content template', { contentSid: `HX${'0'.repeat(32)}` }, 400, 20_001],
  [
    'a time that is too late',
    { sendAt: new Date('2040-01-01'), scheduleType: 'fixed' as const },
    400,
    35_114,
  ],
  ['a validity', { validityPeriod: 60 }, 400, 20_001],
  ['a maximum price', { maxPrice: 1 }, 400, 20_001],
  ['smart encoding', { smartEncoded: true }, 400, 20_001],
  ['short links', { shortenUrls: true }, 400, 20_001],
  ['a text that must not be kept', { contentRetention: 'discard' as const }, 400, 20_001],
])('rejects %s with the error class and the code of Twilio', async (_, change, status, code) => {
  const before = await getUsage(account);
  const error = await refusalOf(client.messages.create({ ...ours, to: aNumber(), ...change }));
  expect([error.status, error.code]).toEqual([status, code]);
  expect(error.moreInfo).toMatch(/\/docs\//);
  expect(error.details).toMatchObject({ request_id: expect.stringMatching(/^req_/) });
  expect(await getUsage(account)).toEqual(before);
});

test('a wrong key, a key of another account and a missing scope get Twilio’s codes', async () => {
  const send = (of: ReturnType<typeof twilioClient>) =>
    refusalOf(of.messages.create({ ...ours, to: aNumber() }));
  const wrong = twilioClient(web.url, { ...account, secretKey: 'sk_wrong' });
  expect(await send(wrong)).toMatchObject({ status: 401, code: 20_003 });
  const mixed = twilioClient(web.url, { ...(await anAccount()), secretKey: account.secretKey });
  const error = await send(mixed);
  expect(error).toMatchObject({ status: 401, code: 20_003 });
  expect(error.message).toContain(toSid('AC', account.userId));
  const reader = await createKey({ userId: account.userId, name: 'R', scopes: ['messages:read'] });
  const readOnly = twilioClient(web.url, { ...account, secretKey: reader.secretKey });
  expect(await send(readOnly)).toMatchObject({ status: 403, details: { code: 'scope_missing' } });
});

test('messages of other accounts and unknown sids are not found', async () => {
  const other = twilioClient(web.url, await anAccount());
  const { sid } = await client.messages.create({ ...ours, to: aNumber() });
  for (const wrong of [
    sid,
    `SM${'0'.repeat(32)}`,
    `SM${'f'.repeat(32)}`,
    'SM1',
    `MM${sid.slice(2)}`,
  ]) {
    expect(await refusalOf(other.messages(wrong).fetch())).toMatchObject({
      status: 404,
      code: 20_404,
    });
  }
});

test('a call that is repeated with the same Idempotency-Key sends only one message', async () => {
  const headers = { 'idempotency-key': `twilio-${used}` };
  const fields = { To: aNumber(), From: 'DAKIYA', Body: 'Once' };
  const first = await form('/Messages.json', fields, { headers });
  const again = await form('/Messages.json', fields, { headers });
  expect([first.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  expect((await again.json()).sid).toBe((await first.json()).sid);
});

test('rejects a form that is not UTF-8, a JSON body, and a parameter that is sent twice', async () => {
  const sent = `To=${aNumber()}&From=DAKIYA&Body=`;
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const [body, headers, rejection] of [
    [`${sent}%E0%A4`, type, [400, 20_001]],
    [`${sent}a&Body=b`, type, [400, 21_602]],
    [`${sent}a&__proto__=b`, type, [400, 20_001]],
    ['{}', { 'content-type': 'application/json' }, [415, 20_001]],
  ] as const) {
    const response = await form('/Messages.json', {}, { body, headers });
    const { code } = await response.json();
    expect([response.status, code]).toEqual(rejection);
  }
  const unicode = await form('/Messages.json', {
    To: aNumber(),
    From: 'DAKIYA',
    Body: 'नमस्ते '.repeat(90),
  });
  expect(await unicode.json()).toMatchObject({ status: 'queued', body: 'नमस्ते '.repeat(90) });
});

test('an account finds its sid with its API ID and API key', async () => {
  const headers = { authorization: `Basic ${btoa(`${account.keyId}:${account.secretKey}`)}` };
  const response = await fetch(`${web.url}/compat/twilio/2010-04-01/Accounts.json`, { headers });
  expect((await response.json()).accounts).toMatchObject([{ sid: toSid('AC', account.userId) }]);
});

test('unknown paths and methods get errors in Twilio’s format', async () => {
  const none = await form('/Calls.json', {});
  expect([none.status, (await none.json()).code]).toEqual([404, 20_404]);
  const put = await form('/Messages.json', {}, { method: 'PUT' });
  expect([put.status, (await put.json()).code]).toEqual([405, 20_004]);
});
