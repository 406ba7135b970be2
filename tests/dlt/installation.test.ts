import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { listDrift } from '#domain/delivery/drift/list-drift.ts';
import { prisma, query } from '#platform/db.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import { carrierConfig, carriers, reacher } from '../harness/product.ts';
import { startWeb, startWorker } from '../harness/programs.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { anAccount, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { dltEntityId, registerBodies, registerSenders, setDltMode } from '../support/dlt.ts';

const folder = mkdtempSync(join(tmpdir(), 'register-'));
const path = join(folder, 'register.json');
const smsc = await createSmsc({ receiptAfterMs: 1, dltRegister: path });
await stopAfterFile(Promise.resolve({ stop: smsc.close }));

const installation = await anAccount();
const { userId } = installation;
const settings = {
  ...carriers(
    carrierConfig('first', smsc, {
      ...{ entityId: dltEntityId, operatorCodes: 'jio' },
      tlvs: [
        { tag: 0x1400, source: 'entity' },
        { tag: 0x1401, source: 'template' },
      ],
    }),
  ),
  DLT_INSTALLATION_ACCOUNT: userId,
  DLT_ALLOW_UNREGISTERED_TEXTS: 'false',
};
const [web] = await Promise.all([
  stopAfterFile(startWeb(settings)),
  stopAfterFile(startWorker(settings)),
]);

const otpTemplate = '1107160000000000001';
const lentTemplate = '1107160000000000002';
const bodies = {
  [otpTemplate]: '{#numeric#} is your Dakiya verification code. Do not share it with anyone.',
  [lentTemplate]: 'Your order {#alphanumeric#} has left. - Dakiya',
};
const lent = (order: string) => `Your order ${order} has left. - Dakiya`;

/** Writes the operator's register, which the sandbox reads within a tenth of a second. */
const write = (change: object = {}) =>
  writeFileSync(
    path,
    JSON.stringify({
      entities: [{ id: dltEntityId }],
      headers: [{ header: 'DAKIYA', entity: dltEntityId }],
      templates: Object.entries(bodies).map(([id, body]) => ({ id, entity: dltEntityId, body })),
      ...change,
    }),
  );

beforeEach(async () => {
  smsc.reset();
  write();
  await until('the carrier is bound', () => smsc.connections() > 0);
});

/** An account without a header. */
async function aBorrower() {
  const account = await anAccount();
  const call = client(web.url, account);
  const send = (message: string) =>
    call.post('/messages/send-message', { recipient: '9876543210', message });
  const sendOtp = (recipient: string) => call.post('/messages/send-otp', { recipient });
  return { account, call, send, sendOtp, reach: reacher(call) };
}

/** Restores the registrations of the installation. */
async function register() {
  await registerSenders(userId, 'DAKIYA');
  await registerBodies(userId, bodies);
  await query('approve', `UPDATE dlt_headers SET status = 'approved' WHERE user_id = $1`, [userId]);
  const restore = `UPDATE dlt_templates SET status = 'approved' WHERE user_id = $1`;
  await query('restore', restore, [userId]);
  await setDltMode(userId, 'off');
  const { send } = await aBorrower();
  await until('it is felt', async () => (await send(lent('A0'))).status === 202);
}

test('without registrations of the installation, accounts without a header can send only one-time passwords', async () => {
  const { account, send, sendOtp } = await aBorrower();
  const { status, body } = await send('Anything at all');
  expect([status, body.error]).toMatchObject([
    422,
    { code: 'sender_not_registered', param: 'sender_id' },
  ]);
  expect(body.error.message).toContain('no approved header');
  expect((await getUsage(account)).messagesUsed).toBe(0);
  expect((await sendOtp('9876543220')).status).toBe(202);
});

test('accounts without a header can send only the installation’s templates, in every mode of the installation’s account', async () => {
  await register();
  const { send, sendOtp, reach } = await aBorrower();
  const sent = await send(lent('A1'));
  expect(sent.body.data).toMatchObject({
    ...{ serverNumber: 'DAKIYA', templateId: lentTemplate, entityId: null, warnings: [] },
  });
  await reach(sent.body.data._id, 'delivered');
  const refused = await send('Anything at all');
  expect([refused.status, refused.body.error.code]).toEqual([422, 'dlt_template_not_matched']);
  const code = await sendOtp('9876543221');
  expect(code.status).toBe(202);
  const message = await prisma.message.findFirstOrThrow({
    where: { recipient: '+919876543221', kind: 'otp' },
  });
  expect(message.templateId).toBe(otpTemplate);
});

test('an account’s own template under a header that is not yet approved is refused because of the header', async () => {
  await register();
  const { account, call } = await aBorrower();
  const [templateId, unknown] = ['1107160000000000003', '1107160000000000004'];
  await registerSenders(account.userId, 'ACMEIN');
  await registerBodies(account.userId, { [templateId]: 'Your Acme order {#alphanumeric#} left.' });
  await query('undo', `UPDATE dlt_headers SET status = 'pending' WHERE user_id = $1`, [
    account.userId,
  ]);
  const send = (fields: object) =>
    call.post('/messages/send-message', { recipient: '9876543210', ...fields });
  for (const fields of [{ message: 'Your Acme order A1 left.' }, { variables: ['A1'] }]) {
    const { status, body } = await send({ ...fields, template_id: templateId });
    expect([status, body.error]).toMatchObject([
      422,
      { code: 'dlt_header_not_approved', param: 'template_id' },
    ]);
    expect(body.error.message).toContain('This template is yours');
    const other = await send({ ...fields, template_id: unknown });
    expect(other.body.error.code).toBe('dlt_template_unknown');
  }
});

test('a code whose text is not registered for the installation is rejected free of charge, and the error names the cause', async () => {
  await register();
  const { account, call, sendOtp } = await aBorrower();
  const registrar = client(web.url, installation);
  expect((await registrar.call('DELETE', `/dlt/templates/${otpTemplate}`)).status).toBe(200);
  const refused = await until('the removal is felt', async () => {
    const reply = await sendOtp(String(9_876_500_000 + Math.floor(performance.now())));
    return reply.status === 422 ? reply : null;
  });
  expect(refused.body.error.code).toBe('dlt_template_not_matched');
  expect(refused.body.error.message).toContain('This installation’s text');
  expect(JSON.stringify(refused.body)).not.toContain(lentTemplate);
  // Codes that were accepted before the web server noticed the removal are delivered, or they fail in the worker and
  // are credited back.
  const left = await prisma.otp.count({ where: { userId: account.userId } });
  await until('only what was delivered is charged', async () => {
    const messages = await prisma.message.findMany({ where: { userId: account.userId } });
    const delivered = messages.filter(({ state }) => state === 'delivered').length;
    const failed = messages.filter(({ state }) => state === 'failed').length;
    const { messagesUsed } = await getUsage(account);
    return delivered + failed === left && messagesUsed === delivered;
  });
  expect((await call.get('/messages')).body.data.length).toBe(left);
});

test('a waiting message fails without a charge if the installation withdraws its template', async () => {
  await register();
  const { account, send, reach } = await aBorrower();
  smsc.network.set('throttled', 1_000);
  const sent = await send(lent('A2'));
  await until('it is throttled', async () => (await reach(sent.body.data._id, 'queued')).reason);
  const withdraw = `UPDATE dlt_templates SET status = 'inactive' WHERE user_id = $1 AND template_id = $2`;
  await query('withdraw', withdraw, [userId, lentTemplate]);
  await setDltMode(userId, 'off');
  await until('it is felt', async () => (await send(lent('A3'))).status === 422);
  // The worker checks the message before each retry after a throttle.
  expect((await reach(sent.body.data._id, 'failed')).reason).toContain('dlt_template_inactive');
  smsc.reset();
  await until('nothing is charged', async () => (await getUsage(account)).messagesUsed === 0);
});

test('a rejection under the installation’s header turns the header off, and counts as drift of the installation without naming an account', async () => {
  await register();
  const { account, send, reach } = await aBorrower();
  smsc.scrubber.set({ isOn: true });
  write({ headers: [{ header: 'DAKIYA', entity: dltEntityId, state: 'unused' }] });
  const rejected = await until('the operator reads its register', async () => {
    const reply = await send(lent('A4'));
    if (reply.status !== 202) return null;
    // The state is `failed` while the worker's cache still has the template as withdrawn.
    const message = await reach(reply.body.data._id, 'delivered', 'undelivered', 'failed');
    return message.status === 'undelivered' && message;
  });
  expect(rejected.reason).toBe('UNDELIV 625: dlt_header_suspended');
  await until('the header is turned off', async () => {
    const { body } = await send(lent('A5'));
    return body.error?.code === 'dlt_header_suspended';
  });
  const [drift] = await listDrift(userId);
  expect(drift).toMatchObject({
    ...{ header: 'DAKIYA', templateId: lentTemplate, verdict: 'dlt_header_suspended' },
    messageId: null,
  });
  expect(await listDrift(account.userId)).toEqual([]);
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await prisma.dltRegistry.deleteMany();
});
