import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { docsSections } from '#app/content/docs.ts';
import { findDocsPage } from '#app/content/read-docs.server.ts';
import { readSample } from '#app/samples/read-sample.server.ts';
import { carrierListSchema } from '#domain/delivery/carriers/carrier-config.ts';
import { decideHeader } from '#domain/dlt/registry/header-decisions.ts';
import { verifyOtpInput } from '#domain/messaging/otp/contract.ts';
import { prisma } from '#platform/db.ts';
import { createMailbox } from '#sandbox/mailbox/server.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import { carrierConfig, carriers, reacher } from '../harness/product.ts';
import { startWorker } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { aReceiver } from '../harness/webhook-receiver.ts';
import { anAccount } from '../support/account.ts';
import { client, type Reply } from '../support/client.ts';
import { anOwner, owned } from '../support/dlt-owner.ts';
import { codeOfRow } from '../support/otp-code.ts';
import { anEndpoint } from '../support/webhooks.ts';

const folder = mkdtempSync(join(tmpdir(), 'register-'));
afterAll(() => rmSync(folder, { recursive: true }));
const dltRegister = join(folder, 'register.json');
const { entity, header } = owned;
const unused = { header, entity, state: 'unused' };
writeFileSync(dltRegister, JSON.stringify({ entities: [{ id: entity }], headers: [unused] }));

const [smsc, mailbox] = await Promise.all([
  createSmsc({ receiptAfterMs: 1, dltRegister }),
  createMailbox(),
]);
await stopAfterFile(Promise.resolve({ stop: smsc.close }));
await stopAfterFile(Promise.resolve({ stop: mailbox.close }));
const carrier = carrierConfig('default', smsc, {
  ...{ entityId: entity, operatorCodes: 'jio' },
  tlvs: [{ tag: 0x1400, source: 'entity' }],
});
const settings = {
  ...carriers(carrier),
  SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
  WEBHOOK_ALLOW: '127.0.0.1',
};
const [web] = await Promise.all([sharedWeb(), stopAfterFile(startWorker(settings))]);

const blocks = docsSections
  .flatMap(({ id }) => findDocsPage(id)?.blocks ?? [])
  .flatMap((block) => (block.kind === 'code' ? [{ ...block, title: block.title ?? '' }] : []));

const textOf = (title: string) => blocks.find((block) => block.title === title)?.text ?? '';

/** The request bodies in a documented curl command. */
const bodiesIn = (command: string) =>
  [...command.matchAll(/-d '(\{.*?\})'/gs)].map(([, body = '']) => JSON.parse(body));

const sampleBodies = async (name: string): Promise<Record<string, unknown>[]> =>
  bodiesIn((await readSample(name)).code.curl.text);

const sampleBody = async (name: string) => (await sampleBodies(name))[0] ?? {};

const aCaller = async (limits = {}) => client(web.url, await anAccount(limits));

const sendMessage = async (given = {}, call?: Awaited<ReturnType<typeof aCaller>>) =>
  (call ?? (await aCaller())).post('/messages/send-message', {
    ...(await sampleBody('send-message')),
    ...given,
  });

async function sendOtp(given = {}) {
  const call = await aCaller();
  const reply = await call.post('/messages/send-otp', {
    ...(await sampleBody('send-otp')),
    ...given,
  });
  return { call, reply, otpId: reply.body.data.otpId as string };
}

async function readDelivered() {
  const call = await aCaller();
  const { _id } = (await sendMessage({}, call)).body.data;
  await reacher(call)(_id, 'delivered');
  return call.get(`/messages/${_id}`);
}

/** A message that the operator's own check rejects, because its header is not registered there. */
async function readRejected() {
  const call = client(web.url, await anOwner());
  smsc.scrubber.set({ isOn: true });
  const { _id } = (await sendMessage({ message: 'Your order A1 has left. - ACME' }, call)).body
    .data;
  await reacher(call)(_id, 'undelivered');
  smsc.scrubber.set({ isOn: false });
  const reply = await call.get(`/messages/${_id}`);
  return { ...reply, body: reply.body.data };
}

async function listUndelivered() {
  const call = await aCaller();
  const recipient = '9999900002';
  for (const _ of [1, 2]) {
    const { _id } = (await sendMessage({ recipient }, call)).body.data;
    await reacher(call)(_id, 'undelivered');
  }
  return call.get('/messages?status=undelivered&limit=1');
}

async function sendBatch() {
  const { messages } = (await sampleBody('send-batch')) as { messages: object[] };
  const [first, second] = messages;
  return (await aCaller()).post('/messages/batch', {
    messages: [first, { ...second, recipient: '98765' }],
  });
}

async function readChannels() {
  const body = await sampleBody('send-otp-channels');
  const { call, otpId } = await sendOtp({ ...body, recipient: '9999900003' });
  return until('the email is sent', async () => {
    const reply = await call.get(`/otps/${otpId}`);
    return reply.body.data.sendAttempts[1].status === 'sent' ? reply : null;
  });
}

async function verifyOtp() {
  const { call, otpId } = await sendOtp();
  const row = await prisma.otp.findUniqueOrThrow({ where: { id: otpId } });
  const body = JSON.parse(textOf('The second form of the body'));
  return call.post('/messages/verify-otp', { ...body, otp_id: otpId, otp_code: codeOfRow(row) });
}

async function getBalance() {
  const call = await aCaller({ messageLimit: 50 });
  await sendMessage({}, call);
  return call.get('/balance');
}

async function eraseRecipient() {
  const call = await aCaller();
  await sendMessage({}, call);
  return call.post('/erasures', await sampleBody('erase-recipient'));
}

async function checkTexts() {
  const account = await anAccount();
  const call = client(web.url, account);
  const [entityBody, headerBody, templateBody] = await sampleBodies('register-sender');
  await call.post('/dlt/entities', entityBody);
  await call.post('/dlt/headers', headerBody);
  await call.post('/dlt/templates', templateBody);
  await decideHeader(account.userId, 'ACMEIN', { status: 'approved' });
  return call.post('/dlt/check', await sampleBody('check-messages'));
}

/** The calls whose responses the documentation shows, by the title of the block. */
const runs: Record<string, () => Promise<Reply>> = {
  '202 Accepted: the stored message': () => sendMessage(),
  '200 OK: the message with its timeline (shortened)': readDelivered,
  '202 Accepted: a successful response (shortened)': () => sendMessage(),
  '400 Bad Request: an error response': () => sendMessage({ recipient: '98765' }),
  'An undelivered message (shortened)': readRejected,
  '200 OK: one page of messages (shortened)': listUndelivered,
  '202 Accepted: one accepted, one rejected (shortened)': sendBatch,
  '202 Accepted: the code is being sent': async () => (await sendOtp()).reply,
  '200 OK: the SMS was refused, and the email sent (shortened)': readChannels,
  '200 OK: the code is correct': verifyOtp,
  '200 OK: the balance': getBalance,
  '202 Accepted: the erasure': eraseRecipient,
  '200 OK: one result for each message (shortened)': checkTexts,
};

/** The shown blocks of JSON that a reader sends or configures, each with the schema that must accept it. */
const inputs: Record<string, { parse(given: unknown): unknown }> = {
  'The second form of the body': verifyOtpInput,
  'CARRIERS with one carrier': carrierListSchema,
};

const forms: [RegExp, string][] = [
  [/^(msg|usr|otp|ers|req)_[0-9A-Z]{26}$/, '$1_…'],
  [/^dk_[a-z0-9]{20}$/, 'dk_…'],
  [/^http:\/\/localhost:\d+\//, ''],
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'a time'],
];

/** Replaces ids and times, which differ between runs, by the names of their formats. */
const toForms = (given: unknown) =>
  JSON.parse(JSON.stringify(given), (key, value) => {
    if (typeof value !== 'string') return value;
    if (key === 'carrierMessageId') return 'an id of the carrier';
    return forms.reduce((text, [form, name]) => text.replace(form, name), value);
  });

/** Matches values that have at least the fields and items of the shown value. */
function atLeast(shown: unknown): unknown {
  if (Array.isArray(shown)) {
    return shown.length === 0 ? shown : expect.arrayContaining(shown.map(atLeast));
  }
  if (typeof shown !== 'object' || shown === null) return shown;
  const fields = Object.entries(shown).map(([name, value]) => [name, atLeast(value)]);
  return expect.objectContaining(Object.fromEntries(fields));
}

// tests/webhooks/documentation.test.ts checks the samples of webhook events, and tests/packages/mcp.test.ts the configuration.
const json = blocks.filter(
  ({ language, title }) =>
    language === 'json' &&
    !title.startsWith('A sample of ') &&
    title !== 'Configuration of an agent',
);

test.each(json)(
  '$title: the sample matches the API’s response or input',
  async ({ title, text }) => {
    const shown = JSON.parse(text);
    const input = inputs[title];
    if (input) return void input.parse(shown);
    const run = runs[title];
    if (!run) throw new Error(`The response “${title}” has no run in this test.`);
    const { status, body } = await run();
    const [code] = /^\d{3}/.exec(title) ?? [];
    if (code) expect(status).toBe(Number(code));
    const expected = toForms(shown);
    expect(toForms(body)).toEqual(title.endsWith('(shortened)') ? atLeast(expected) : expected);
  },
);

test('every recorded run and input belongs to a code block of the documentation', () => {
  const titles = json.map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining([...Object.keys(runs), ...Object.keys(inputs)]));
});

test('webhook events of messages and codes match the samples of the documentation', async () => {
  const account = await anAccount();
  const call = client(web.url, account);
  const receiver = await aReceiver();
  await anEndpoint(account.userId, receiver.url);
  const expectPosted = async (type: string) => {
    const posted = await until(`${type} is posted`, () =>
      receiver.received.find(({ payload }) => payload.type === type),
    );
    const sample = JSON.parse(textOf(`A sample of ${type}`));
    expect(toForms(posted.payload)).toEqual(toForms(sample));
  };
  for (const [behaviour, type] of [
    ['normal', 'message.delivered'],
    ['undelivered', 'message.undelivered'],
    ['rejected', 'message.failed'],
    ['normal', 'message.sent'],
  ] as const) {
    smsc.network.set(behaviour, null);
    await sendMessage({}, call);
    await expectPosted(type);
  }
  const { body } = await call.post('/messages/send-otp', await sampleBody('send-otp'));
  await expectPosted('otp.sent');
  const { otpId } = body.data;
  const row = await prisma.otp.findUniqueOrThrow({ where: { id: otpId } });
  const given = { ...(await sampleBody('verify-otp')), otp: codeOfRow(row) };
  await call.post('/messages/verify-otp', given);
  await expectPosted('otp.verified');
});
