import { beforeEach, expect, test } from 'vitest';
import { startSmsc as startScripted } from '#domain/delivery/carriers/scripted-smsc.test-support.ts';
import { receiveReceipt } from '#domain/delivery/receipts/receive-receipt.ts';
import { addCarrier } from '#domain/delivery/routing/manage-carriers.ts';
import { prisma } from '#platform/db.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import { carrierConfig, carriers, quick, reacher } from '../harness/product.ts';
import { startWorker } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { anAccount, getUsage } from '../support/account.ts';
import { client } from '../support/client.ts';
import { acceptTestMessage, reserveTestMessage, toCaller } from '../support/message-fixtures.ts';

const [whole, plain] = await Promise.all([createSmsc(quick), createSmsc(quick)]);
await stopAfterFile(Promise.resolve({ stop: () => Promise.all([whole.close(), plain.close()]) }));
const settings = carriers(
  carrierConfig('whole', whole, {
    longText: 'payload',
    receiptErrors: [{ code: '1', text: 'The number is not in service' }],
  }),
  carrierConfig('plain', plain),
);
const [web] = await Promise.all([sharedWeb(), stopAfterFile(startWorker(settings))]);

/** Three segments, with two-septet characters at their borders. */
const text = `${'a'.repeat(152)}€${'b'.repeat(151)}{${'c'.repeat(50)}`;
const to = '9876543210';

beforeEach(async () => {
  whole.reset();
  plain.reset();
  await until('both are bound', () => whole.connections() > 0 && plain.connections() > 0);
});

async function aCaller() {
  const account = await anAccount();
  const call = client(web.url, account);
  return { account, call, reach: reacher(call) };
}

const texts = (smsc: typeof whole, number = `91${to}`) =>
  smsc.phones.conversation(number).messages.map(({ segments }) => segments);

// biome-ignore lint/suspicious/noExplicitAny: an answer of the API
const shown = ({ timeline }: any) =>
  timeline.map(({ event, carrier, segment }: Record<string, unknown>) => [event, carrier, segment]);

/** The timeline without receipts, because the order of the receipts varies. */
const attempts = (message: unknown) =>
  shown(message).filter(([event]: string[]) => event !== 'receipt');

test.each([
  ['GSM-7', text],
  ['UCS-2', 'नमस्ते दुनिया '.repeat(12)],
])(
  'a long text in %s is submitted in one PDU, and is charged and settled by its number of segments',
  async (_, content) => {
    const { account, call, reach } = await aCaller();
    const { body } = await call.send(to, content);
    const message = await reach(body.data._id, 'delivered');
    expect(message).toMatchObject({ segments: 3, reason: null });
    expect(shown(message)).toEqual([
      ['queued', null, null],
      ['submitted', 'whole', null],
      ['receipt', 'whole', null],
    ]);
    expect(texts(whole)).toEqual([[content]]);
    expect(whole.ledger.totals()).toMatchObject({ submits: 1, accepted: 1 });
    expect((await getUsage(account)).messagesUsed).toBe(3);
  },
);

test('a text of one segment is submitted as a whole', async () => {
  const { call, reach } = await aCaller();
  const { body } = await call.send(to, 'Short');
  expect(shown(await reach(body.data._id, 'delivered'))).toContainEqual(['submitted', 'whole', 1]);
});

test('a whole text that is throttled by its carrier is submitted to the next carrier in segments', async () => {
  const { call, reach } = await aCaller();
  whole.network.set('throttled', 1);
  const { body } = await call.send(to, text);
  const message = await reach(body.data._id, 'delivered');
  expect(attempts(message)).toEqual([
    ['queued', null, null],
    ['refused', 'whole', null],
    ...[1, 2, 3].map((segment) => ['submitted', 'plain', segment]),
  ]);
  expect(texts(plain).map((segments) => segments.join(''))).toEqual([text]);
  await until('the pause of a second is over', async () => {
    const next = await call.send(to, 'Next');
    await reach(next.body.data._id, 'delivered');
    return whole.ledger.totals().accepted > 0;
  });
});

test('a rejected whole text is credited back only once, and an undelivered whole text is not credited back', async () => {
  const { account, call, reach } = await aCaller();
  const refused = await call.send('9999900003', text);
  await reach(refused.body.data._id, 'failed');
  expect((await getUsage(account)).messagesUsed).toBe(0);
  const lost = await call.send('9999900002', text);
  const message = await reach(lost.body.data._id, 'undelivered');
  expect(message.reason).toBe('UNDELIV 001: The number is not in service');
  expect(message.timeline.at(-1)).toMatchObject({ status: 'UNDELIV', errorCode: '001' });
  expect((await getUsage(account)).messagesUsed).toBe(3);
});

test.each(['never-answered', 'answered-late'] as const)(
  'a whole text that is %s becomes unknown, is not sent again, and is settled by one receipt',
  async (behaviour) => {
    const { call, reach } = await aCaller();
    whole.network.set(behaviour, 1);
    const { body } = await call.send(to, text);
    await reach(body.data._id, 'delivered');
    expect(whole.ledger.totals().accepted + plain.ledger.totals().accepted).toBe(1);
  },
);

test('if another carrier has accepted the first segment, the rest of the message is sent as segments, not as a whole text', async () => {
  const first = await startScripted();
  first.script.submit_sm = (pdu, session) => {
    if (first.ofCommand('submit_sm').length === 1) first.usual.submit_sm?.(pdu, session);
    else session.send(pdu.response({ command_status: 0x58 }));
  };
  await addCarrier({ ...carrierConfig('begun', whole), port: first.port });
  await prisma.carrier.update({ where: { name: 'begun' }, data: { position: -1 } });
  await first.until('bind_transceiver', 1);
  const { call, reach } = await aCaller();
  const { body } = await until('it goes first', async () => {
    const sent = await call.send(to, text);
    await reach(sent.body.data._id, 'sent', 'delivered');
    return first.ofCommand('submit_sm').length > 0 ? sent : null;
  });
  expect(attempts(await reach(body.data._id, 'sent'))).toEqual([
    ['queued', null, null],
    ['submitted', 'begun', 1],
    ['refused', 'begun', 2],
    ...[2, 3].map((segment) => ['submitted', 'whole', segment]),
  ]);
  expect(texts(whole)[0]?.map((segment) => segment !== null)).toEqual([false, true, true]);
  await prisma.carrier.delete({ where: { name: 'begun' } });
});

test('a whole text whose worker was lost becomes one part in the state `unknown`, which its receipt settles', async () => {
  const account = await anAccount();
  const { id, recipient } = await acceptTestMessage(await toCaller(account), new Date(), 3);
  await reserveTestMessage(account.userId, id);
  const longAgo = new Date(Date.now() - 3_600_000);
  await prisma.deliveryWorker.create({
    data: { id: 'wrk_lost', seenAt: longAgo, steadySince: longAgo },
  });
  await prisma.queuedMessage.update({
    where: { messageId: id },
    data: { workerId: 'wrk_lost', carrier: 'whole' },
  });
  const parts = await until('it is unknown', async () => {
    const found = await prisma.messagePart.findMany({ where: { messageId: id } });
    return found.length > 0 ? found : null;
  });
  expect(parts).toMatchObject([{ seq: 1, segments: 3, state: 'unknown' }]);
  await receiveReceipt({
    ...{ carrier: 'whole', carrierMessageId: 'lost-1', state: 'delivered', status: 'DELIVRD' },
    ...{ errorCode: null, recipient: recipient.slice(1), reference: parts[0]?.reference ?? null },
  });
  await until('it is delivered', async () => {
    const { state } = await prisma.message.findUniqueOrThrow({ where: { id } });
    return state === 'delivered';
  });
});
