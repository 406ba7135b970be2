import { expect, onTestFinished, test } from 'vitest';
import { openBoundCarrier } from '#domain/delivery/carriers/carrier.test-support.ts';
import { startSmsc as startScripted } from '#domain/delivery/carriers/scripted-smsc.test-support.ts';
import { claimOverdue, startQueries } from '#domain/delivery/receipts/query-carriers.ts';
import { receiveReceipt, recordAnswer } from '#domain/delivery/receipts/receive-receipt.ts';
import { addCarrier } from '#domain/delivery/routing/manage-carriers.ts';
import { prisma } from '#platform/db.ts';
import { minIdAt } from '#platform/ids.ts';
import { createSmsc } from '#sandbox/smsc/server.ts';
import { freePort } from '#scripts/bootstrap/ports.mjs';
import { carrierConfig, carriers, reacher } from '../harness/product.ts';
import { startWorker } from '../harness/programs.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { stopAfterFile } from '../harness/stop-after-file.ts';
import { until } from '../harness/until.ts';
import { anAccount } from '../support/account.ts';
import { client } from '../support/client.ts';
import { scrape } from '../support/metrics.ts';
import { mobileNumbers } from '../support/mobile-numbers.ts';
import { aNumber, receiptsOf, sent, stateOf } from '../support/sent-segments.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const smsc = await createSmsc({ receiptAfterMs: 1, lateReceiptAfterMs: 10_000 });
await stopAfterFile(Promise.resolve({ stop: smsc.close }));
const asked = carrierConfig('asked', smsc, { queries: { afterSeconds: 1, perSecond: 100 } });
const METRICS_PORT = String(await freePort());
const settings = { ...carriers(asked), METRICS_PORT };
const [web] = await Promise.all([sharedWeb(), stopAfterFile(startWorker(settings))]);
const call = client(web.url, await anAccount());
const reach = reacher(call);
const metrics = () => scrape(`http://127.0.0.1:${METRICS_PORT}`);

test('when receipts are lost, the worker queries the carrier, and the responses settle the messages', async () => {
  const [short = '', long = ''] = mobileNumbers(2);
  smsc.network.set('receipt-lost', null);
  const sentShort = await call.send(short, 'Its receipt is lost');
  const sentLong = await call.send(long, 'x'.repeat(400));
  const message = await reach(sentShort.body.data._id, 'delivered');
  expect(message.timeline.at(-1)).toMatchObject({ event: 'receipt', status: 'DELIVRD' });
  await reach(sentLong.body.data._id, 'delivered');
  smsc.reset();
  expect((await metrics()).sum('dakiya_receipts_total')).toBe(0);
});

test('a segment that is still `ENROUTE` is queried again', async () => {
  smsc.network.set('delivered-late', 1);
  const { body } = await call.send('9876543210', 'Takes its time');
  await until('it was asked about twice', async () => {
    const { timeline } = (await call.get(`/messages/${body.data._id}`)).body.data;
    return timeline.filter(({ status }: { status: string }) => status === 'ENROUTE').length === 2;
  });
  await until('both are counted', async () => {
    return (await metrics()).sum('dakiya_queries_total', { outcome: 'enroute' }) >= 2;
  });
});

let added = 0;

/**
 * A carrier that is down, so that the worker never queries it. The carrier's rounds of queries were last claimed
 * `minutes` ago.
 */
async function aCarrier(minutes: number): Promise<string> {
  added += 1;
  const name = `row-${added}`;
  await addCarrier({ ...carrierConfig(name, smsc), port: await freePort() });
  await claimOverdue(name, 600, 1);
  const askedUntil = (age: number) => minIdAt('msg', Date.now() - (age + minutes) * minuteMs);
  for (const [round, age] of [10, 30].entries()) {
    await prisma.carrierQueryRound.update({
      where: { carrier_round: { carrier: name, round } },
      data: { askedUntil: askedUntil(age) },
    });
  }
  return name;
}

/** Claims segments until no round is due. @returns their messages */
async function claimAll(carrier: string, most: number): Promise<string[]> {
  const found: string[] = [];
  for (;;) {
    const claimed = await claimOverdue(carrier, 600, most);
    if (!claimed) return found;
    found.push(...claimed.map(({ messageId }) => messageId));
  }
}

const ids = (...parts: { message_id: string }[]) => parts.map(({ message_id }) => message_id);

test('segments are claimed in the order of their submits, only when they are due, and once per round', async () => {
  const carrier = await aCarrier(15);
  const now = Date.now();
  const young = await sent(aNumber(), now - 9 * minuteMs, { carrier, carrier_message_id: 'a' });
  const second = await sent(aNumber(), now - 12 * minuteMs, { carrier, carrier_message_id: 'b' });
  const first = await sent(aNumber(), now - 20 * minuteMs, { carrier, carrier_message_id: 'c' });
  const old = await sent(aNumber(), now - 40 * minuteMs, { carrier, carrier_message_id: 'd' });
  const claimed = await claimAll(carrier, 1);
  expect(claimed.toSorted()).toEqual(ids(first, second, old).toSorted());
  expect(claimed.indexOf(first.message_id)).toBeLessThan(claimed.indexOf(second.message_id));
  expect(await claimAll(carrier, 1)).toEqual([]);
  expect(await stateOf(young)).toBe('sent');
});

test('concurrent workers claim different segments', async () => {
  const carrier = await aCarrier(15);
  const at = Date.now() - 12 * minuteMs;
  const parts = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      sent(aNumber(), at + Math.floor(i / 2) * 100, { carrier, carrier_message_id: `id-${i}` }),
    ),
  );
  const claims = await Promise.all([1, 2, 3].map(() => claimAll(carrier, 3)));
  expect(claims.flat().sort()).toEqual(ids(...parts).sort());
});

test('a segment is not queried if it is settled, is too old for a receipt, has no id, or has an id that was used again', async () => {
  const carrier = await aCarrier(15);
  const at = Date.now() - 12 * minuteMs;
  const settled = await sent(aNumber(), at, { carrier, carrier_message_id: 'settled' });
  await receiveReceipt({
    ...{ carrier, carrierMessageId: 'settled', state: 'delivered', status: 'DELIVRD' },
    ...{ errorCode: null, recipient: settled.recipient.slice(1), reference: null },
  });
  await sent(aNumber(), at, { carrier, carrier_message_id: null, state: 'unknown' });
  await sent(aNumber(), at, { carrier, carrier_message_id: 'again' });
  const newer = await sent(aNumber(), at + 1_000, { carrier, carrier_message_id: 'again' });
  const late = await sent(aNumber(), at, { carrier, carrier_message_id: 'late' });
  await prisma.message.update({
    where: { id: late.message_id },
    data: { validUntil: new Date(Date.now() - 73 * hourMs) },
  });
  expect(await claimAll(carrier, 10)).toEqual(ids(newer));
});

const receiptFor = (
  { carrier, recipient, reference }: Awaited<ReturnType<typeof sent>>,
  state: 'delivered' | 'undelivered',
) => ({
  ...{ carrier, carrierMessageId: '7', state, errorCode: null, reference },
  ...{ status: state === 'delivered' ? 'DELIVRD' : 'UNDELIV', recipient: recipient.slice(1) },
});

test('a query’s response settles its segment only once, even if a receipt arrives at the same time', async () => {
  const to = aNumber();
  const at = Date.now() - 12 * minuteMs;
  const other = await sent(to, at - minuteMs, { reference: 11 });
  const part = await sent(to, at, { reference: 22 });
  await Promise.all([
    recordAnswer(receiptFor(part, 'delivered')),
    recordAnswer(receiptFor(part, 'delivered')),
    receiveReceipt(receiptFor(part, 'undelivered')),
  ]);
  const state = await stateOf(part);
  expect(['delivered', 'undelivered']).toContain(state);
  await recordAnswer(receiptFor(part, state === 'delivered' ? 'undelivered' : 'delivered'));
  expect(await Promise.all([part, other].map(stateOf))).toEqual([state, 'sent']);
  expect(await Promise.all([part, other].map(receiptsOf))).toEqual([4, 0]);
});

test('a worker stops querying a carrier that rejects query_sm, but keeps querying a carrier that only reports a message as unknown', async () => {
  const smsc = await startScripted();
  const name = await aCarrier(15);
  const carrier = await openBoundCarrier({
    ...{ name, port: smsc.port, queries: { afterSeconds: 600, perSecond: 50 } },
  });
  const at = Date.now() - 12 * minuteMs;
  const messageIds = ['unknown', 'unsupported', 'never'];
  for (const [later, carrier_message_id] of messageIds.entries()) {
    await sent(aNumber(), at + later, { carrier: name, carrier_message_id });
  }
  smsc.script.query_sm = (pdu, session) =>
    session.send(pdu.response({ command_status: pdu.message_id === 'unknown' ? 0x67 : 0x03 }));
  onTestFinished(startQueries(() => [carrier]));
  await until('both were asked about', () => smsc.ofCommand('query_sm').length >= 2);
  expect(smsc.ofCommand('query_sm').map(({ message_id }) => message_id)).toEqual([
    ...['unknown', 'unsupported'],
  ]);
});
