import { expect, test } from 'vitest';
import { chainInput } from '#domain/dlt/registry/inputs.browser.ts';
import { registerChain } from '#domain/dlt/registry/register.ts';
import { prisma, query } from '#platform/db.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import { carrierConfig, carriers, reacher } from '../harness/product.ts';
import { startWorker } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { anAccount, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { dltEntityId, registerBodies, setDltMode } from '../support/dlt.ts';
import { aDltSender, codeTemplate, otherTemplate } from '../support/dlt-sender.ts';

const installationEntity = '1101000000000000001';
const telemarketer = '1102000000000000002';

const smsc = await createSmsc({ receiptAfterMs: 1 });
await stopAfterFile(Promise.resolve({ stop: smsc.close }));
const carrier = carrierConfig('first', smsc, {
  ...{ entityId: installationEntity, telemarketerIds: [telemarketer] },
  tlvs: [
    { tag: 0x1400, source: 'entity' },
    { tag: 0x1401, source: 'template' },
    { tag: 0x1402, source: 'telemarketer' },
  ],
});
const [web] = await Promise.all([sharedWeb(), stopAfterFile(startWorker(carriers(carrier)))]);
await until('the carrier is bound', () => smsc.connections() > 0);

const aSender = () => aDltSender(web.url);

/** The DLT ids that the carrier received with the texts to a phone number, by text. */
const gotBy = (number: string) =>
  Object.fromEntries(
    smsc.phones
      .conversation(`91${number}`)
      .messages.map(({ segments, dlt }) => [segments.join(''), dlt]),
  );

test('a message is sent with its account’s entity, header and template, and the response shows them', async () => {
  const { account, send, reach } = await aSender();
  const message = 'Your code is 482913. - ACME';
  const sent = await send({ message });
  expect(sent.status).toBe(202);
  expect(sent.body.data).toMatchObject({
    ...{ serverNumber: 'ACMEIN', templateId: codeTemplate, entityId: dltEntityId, warnings: [] },
  });
  await reach(sent.body.data._id, 'delivered');
  expect(gotBy('9876543210')[message]).toEqual({
    ...{ entity: dltEntityId, template: codeTemplate, chain: telemarketer },
  });
  const chain = { entity_id: dltEntityId, carrier: 'first', is_approved: true };
  const own = { ...chain, telemarketer_ids: ['1102111111111111111'] };
  await registerChain(account.userId, chainInput.parse(own));
  const next = await send({ template_id: otherTemplate, variables: ['7', 'Asha'] });
  expect(next.body.data.content).toBe('Order 7 was sent to Asha. - ACME');
  await reach(next.body.data._id, 'delivered');
  expect(gotBy('9876543210')['Order 7 was sent to Asha. - ACME']).toMatchObject({
    ...{ template: otherTemplate, chain: '1102111111111111111' },
  });
});

test('if the account’s chain is not approved, the TLV contains the hash of the carrier’s own telemarketers', async () => {
  const { account, send, reach } = await aSender();
  const chain = { entity_id: dltEntityId, carrier: 'first', is_approved: false };
  const own = { ...chain, telemarketer_ids: ['1102111111111111111'] };
  await registerChain(account.userId, chainInput.parse(own));
  const message = 'Your code is 593024. - ACME';
  const sent = await send({ message });
  await reach(sent.body.data._id, 'delivered');
  expect(gotBy('9876543210')[message]).toMatchObject({ chain: telemarketer });
});

test('a worker that has cached the registry delivers messages with a newly registered template', async () => {
  const { account, send, reach } = await aSender();
  for (const round of [1, 2, 3]) {
    const known = await send({ message: 'Your code is 482913. - ACME' });
    await reach(known.body.data._id, 'delivered');
    const message = `Round ${round} has begun. - ACME`;
    await registerBodies(account.userId, { [`110716000000000010${round}`]: message });
    const sent = await send({ message });
    expect([sent.status, sent.body.error]).toEqual([202, undefined]);
    await reach(sent.body.data._id, 'delivered');
  }
});

test('an account without a header can send only under the installation’s header', async () => {
  const account = await anAccount();
  const call = client(web.url, account);
  const sent = await call.send('9876543211', 'Anything at all');
  expect(sent.body.data).toMatchObject({ serverNumber: 'DAKIYA', entityId: null });
  expect(sent.body.data.warnings).toMatchObject([{ code: 'dlt_registry_empty' }]);
  await reacher(call)(sent.body.data._id, 'delivered');
  expect(gotBy('9876543211')['Anything at all']).toMatchObject({ entity: installationEntity });
  const other = await call.post('/messages/send-message', {
    ...{ recipient: '9876543211', message: 'Hi', sender_id: 'ACMEIN' },
  });
  expect([other.status, other.body.error.code]).toEqual([422, 'sender_not_registered']);
});

test('a message that DLT would reject costs nothing, and the error shows the difference without the sent text', async () => {
  const { account, send } = await aSender();
  const before = await getUsage(account);
  const near = await send({ message: 'your code is 482913. - ACME' });
  expect([near.status, near.body.error]).toMatchObject([
    422,
    { code: 'dlt_template_near_match', param: 'message', kind: 'case', position: 0 },
  ]);
  const long = await send({ template_id: otherTemplate, variables: ['7', 'A'.repeat(41)] });
  expect(long.body.error).toMatchObject({
    code: 'dlt_var_too_long',
    param: 'variables',
    slot: { number: 2, type: 'alphanumeric', length: 41, max: 40 },
  });
  const wrong = await send({ message: 'Your code is 48-29-13. - ACME' });
  expect(wrong.body.error).toMatchObject({ code: 'dlt_var_wrong_type', slot: { number: 1 } });
  for (const { body } of [near, long, wrong]) expect(JSON.stringify(body)).not.toContain('482913');
  expect((await getUsage(account)).messagesUsed).toBe(before.messagesUsed);
  expect(await prisma.message.count({ where: { userId: account.userId } })).toBe(0);
});

test('each message of a batch is checked separately', async () => {
  const { account, call } = await aSender();
  const to = (message: string) => ({ recipient: '9876543212', sender_id: 'ACMEIN', message });
  const { body } = await call.post('/messages/batch', {
    messages: [
      to('Your code is 1. - ACME'),
      to('Your code was 2. - ACME'),
      { recipient: '9876543212', template_id: codeTemplate, variables: ['3'], sender_id: 'ACMEIN' },
    ],
  });
  expect(body.data).toMatchObject([
    { status: 'success', data: { templateId: codeTemplate } },
    { status: 'error', error: { code: 'dlt_template_not_matched', position: 10 } },
    { status: 'success', data: { content: 'Your code is 3. - ACME' } },
  ]);
  expect((await getUsage(account)).messagesUsed).toBe(2);
});

test('a message that DLT would reject is sent with a warning in mode `warn` and without one in `off`; foreign headers are always refused', async () => {
  const { account, send } = await aSender();
  const message = 'Something else';
  const modes = [
    ['warn', [{ code: 'dlt_template_not_matched' }]],
    ['off', []],
  ] as const;
  for (const [mode, warnings] of modes) {
    await setDltMode(account.userId, mode);
    const sent = await until(`${mode} takes effect`, async () => {
      const reply = await send({ message });
      const isFelt = reply.body.data?.warnings.length === warnings.length;
      return isFelt ? reply : null;
    });
    expect(sent.body.data).toMatchObject({ entityId: dltEntityId, warnings });
    const other = await send({ message, sender_id: 'HDFCBK' });
    expect(other.body.error.code).toBe('sender_not_registered');
  }
});

test('promotional messages to a suppressed number are rejected, and other messages are sent', async () => {
  const { send, call } = await aSender();
  const listed = async (only = '') =>
    (await call.get(`/suppressions${only}`)).body.data.map(
      (one: { recipient: string }) => one.recipient,
    );
  const added = await call.post('/suppressions', {
    ...{ recipients: ['9876543213', '09876543213', '9876543214'], reason: 'Replied STOP' },
  });
  expect([added.status, added.body.data]).toEqual([201, { added: 2 }]);
  expect(await listed()).toEqual(['+919876543213', '+919876543214']);
  expect(await listed('?recipient=098765-43214')).toEqual(['+919876543214']);
  expect(await listed('?recipient=9876543215')).toEqual([]);
  const to = { recipient: '9876543213' };
  const sale = {
    ...{ ...to, message: 'Sale: 5 percent off. Reply STOP to stop. - ACME' },
    ...{ sender_id: '567890', when_closed: 'defer' },
  };
  const refused = await send(sale);
  expect([refused.status, refused.body.error.code]).toEqual([422, 'recipient_suppressed']);
  const { body } = await call.post('/messages/batch', {
    messages: [sale, { ...to, sender_id: 'ACMEIN', message: 'Your code is 7. - ACME' }],
  });
  expect(body.data.map(({ status }: { status: string }) => status)).toEqual(['error', 'success']);
  expect(body.data[0].error.code).toBe('recipient_suppressed');
  const path = '/suppressions?recipient=9876543213';
  const stranger = client(web.url, await anAccount());
  expect((await stranger.call('DELETE', path)).status).toBe(404);
  expect((await call.call('DELETE', path)).status).toBe(200);
  expect(await listed()).toEqual(['+919876543214']);
  expect((await send(sale)).status).toBe(202);
});

/** The last use of the account's header, and the version of the account's registry. */
async function readUse(userId: string) {
  const { lastUsedAt } = await prisma.dltHeader.findFirstOrThrow({
    where: { userId, header: 'ACMEIN' },
  });
  const { version } = await prisma.dltRegistry.findUniqueOrThrow({ where: { userId } });
  return { lastUsedAt, version };
}

test('the last use of a header is the time when a carrier accepted a message from it', async () => {
  const { account, send, reach } = await aSender();
  const before = await readUse(account.userId);
  expect(before.lastUsedAt).toBeNull();
  expect((await send({ message: 'Refused' })).status).toBe(422);
  await reach((await send({ message: 'Your code is 8. - ACME' })).body.data._id, 'delivered');
  const after = await until('it is noted', async () => {
    const use = await readUse(account.userId);
    return use.lastUsedAt && use;
  });
  expect(after.version).toBe(before.version);
});

test('an idle header has a warning until a carrier accepts a message from the header', async () => {
  const { account, send } = await aSender();
  const idle = `UPDATE dlt_headers SET last_used_at = now() - interval '26 days' WHERE user_id = $1`;
  await query('idle', idle, [account.userId]);
  const sendOne = async () => (await send({ message: 'Your code is 9. - ACME' })).body.data;
  expect((await sendOne()).warnings).toMatchObject([{ code: 'dlt_header_idle' }]);
  await until('it is idle no more', async () => (await sendOne()).warnings.length === 0);
});
