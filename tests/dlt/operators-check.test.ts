import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { listDrift } from '#domain/delivery/drift/list-drift.ts';
import { prisma, query } from '#platform/db.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import { carrierConfig, carriers, reacher } from '../harness/product.ts';
import { startWorker } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { anOwner, owned } from '../support/dlt-owner.ts';

const { entity, header, templateId, body } = owned;

const folder = mkdtempSync(join(tmpdir(), 'register-'));
const path = join(folder, 'register.json');
const smsc = await createSmsc({ receiptAfterMs: 1, dltRegister: path });
await stopAfterFile(Promise.resolve({ stop: smsc.close }));
const carrier = carrierConfig('first', smsc, {
  entityId: entity,
  telemarketerIds: ['1101172974420830004'],
  tlvs: [
    { tag: 0x1400, source: 'entity' },
    { tag: 0x1401, source: 'template' },
    { tag: 0x1402, source: 'chain' },
  ],
  operatorCodes: 'jio',
});
const [web] = await Promise.all([sharedWeb(), stopAfterFile(startWorker(carriers(carrier)))]);

/** The operator's register; each test may change it. */
const register = {
  entities: [{ id: entity }],
  headers: [{ header, entity }],
  templates: [{ id: templateId, entity, body }],
};

/** Writes the operator's register, which the sandbox reads within a tenth of a second. */
const write = (change: object = {}) =>
  writeFileSync(path, JSON.stringify({ ...register, ...change }));

beforeEach(async () => {
  smsc.reset();
  write();
  await until('the carrier is bound', () => smsc.connections() > 0);
});

test('a message that differs from the operator’s register is undelivered with the operator’s verdict, and counts as drift', async () => {
  const account = await anOwner();
  const call = client(web.url, account);
  const reach = reacher(call);
  smsc.scrubber.set({ isOn: true });
  const send = async (order: string) => {
    const message = body.replace('{#alphanumeric#}', order);
    const reply = await call.post('/messages/send-message', {
      ...{ recipient: '9876543210', message, sender_id: header, template_id: templateId },
    });
    return reply.body.data._id;
  };
  await reach(await send('A1'), 'delivered');

  write({ templates: [{ id: templateId, entity, body: body.replace('left', 'gone') }] });
  const id = await until('the operator reads its register', async () => {
    const message = await reach(await send('A2'), 'delivered', 'undelivered');
    return message.status === 'undelivered' && message._id;
  });
  const { timeline, ...message } = await reach(id, 'undelivered');
  expect(message.reason).toBe('UNDELIV 633: dlt_template_not_matched');
  expect(timeline.at(-1)).toMatchObject({
    ...{ event: 'receipt', errorCode: '633' },
    verdict: {
      ...{ code: 'dlt_template_not_matched', source: 'operator' },
      message: expect.stringMatching(/differs from the template/),
      docUrl: expect.stringMatching(/\/docs\/dlt#dlt_template_not_matched$/),
    },
  });
  await until('the drift is listed', async () => (await listDrift(account.userId)).length === 1);
  expect(await listDrift(account.userId)).toMatchObject([
    {
      ...{ header, templateId, verdict: 'dlt_template_not_matched', rejections: 1 },
      ...{ carrier: 'first', errorCode: '633', messageId: id },
    },
  ]);
});

test('the operator’s checks of chain, hours and preferences each reject a message with their own verdict', async () => {
  const account = await anOwner();
  const call = client(web.url, account);
  const reach = reacher(call);
  const verdictOf = async () => {
    const reply = await call.post('/messages/send-message', {
      ...{ recipient: '9876543212', message: body.replace('{#alphanumeric#}', 'A1') },
      ...{ sender_id: header, template_id: templateId },
    });
    const { timeline } = await reach(reply.body.data._id, 'delivered', 'undelivered');
    return timeline.at(-1).verdict?.code ?? null;
  };
  const chain = 'c0c951afca257c5b87c3da535c09112080483f35b7e6faf35e2428b3b526b694';
  smsc.scrubber.set({ isOn: true, chain: true });
  expect(await verdictOf()).toBe('dlt_chain_missing');
  // The operator has the template as promotional, and the account has it as a service template.
  write({
    chains: [{ entity, value: chain }],
    templates: [{ id: templateId, entity, body, category: 'promotional' }],
    blocked: ['919876543212'],
  });
  await until('the chain is registered', async () => (await verdictOf()) === null);
  smsc.scrubber.set({ window: true, time: '21:30' });
  expect(await verdictOf()).toBe('dlt_promo_window');
  smsc.scrubber.set({ preferences: true, time: '20:59' });
  expect(await verdictOf()).toBe('dlt_preference_blocked');
});

test('a message is sent again if the operator’s check of it failed, and it is charged once and delivered', async () => {
  const account = await anOwner();
  const call = client(web.url, account);
  const reach = reacher(call);
  smsc.scrubber.set({ isOn: true, isDown: true });
  const reply = await call.post('/messages/send-message', {
    ...{ recipient: '9876543211', message: body.replace('{#alphanumeric#}', 'A1') },
    ...{ sender_id: header, template_id: templateId },
  });
  const id = reply.body.data._id;
  await until('it waits for its next attempt', async () => {
    const queued = await prisma.queuedMessage.findUnique({ where: { messageId: id } });
    return queued !== null && queued.dueAt > new Date(Date.now() + 30_000);
  });
  expect(await reach(id, 'queued')).toMatchObject({ reason: 'UNDELIV 670: dlt_scrubbing_failed' });
  smsc.scrubber.set({ isDown: false });
  await query(
    'make-due',
    "UPDATE message_queue SET due_at = now() - interval '3 seconds' WHERE message_id = $1",
    [id],
  );
  const { timeline, ...message } = await reach(id, 'delivered');
  expect(message.reason).toBeNull();
  const events = timeline.map((event: Record<string, unknown>) => [event.event, event.segment]);
  expect(events).toEqual([
    ['queued', null],
    ['submitted', 1],
    ['receipt', 1],
    ['submitted', 1],
    ['receipt', 1],
  ]);
  expect((await getUsage(account)).messagesUsed).toBe(1);
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await prisma.dltRegistry.deleteMany();
});
