import { expect, test } from 'vitest';
import { getUsage } from '../support/account.ts';
import {
  carrierConfig,
  carriers,
  startProduct,
  startSmsc,
  startWithoutWorker,
} from '../support/product.ts';
import { startWorker, stopAfterTest } from '../support/programs.ts';
import { until } from '../support/until.ts';

const to = '9876543210';
const events = (message: { timeline: { event: string }[] }) =>
  message.timeline.map(({ event }) => event);

test('a carrier that writes ids in hex and receipts in decimal is understood', async () => {
  const { call, reach } = await startWithoutWorker();
  const smsc = await startSmsc({ submitIdFormat: 'hex', receiptIdFormat: 'decimal' });
  const formats = { submitIdFormat: 'hex', receiptIdFormat: 'decimal' };
  await stopAfterTest(startWorker(carriers(carrierConfig('hex', smsc, formats))));
  const { body } = await call.send(to, 'Hello');
  await reach(body.data._id, 'delivered');
});

test('the next carrier takes over when the first is down or throttles, as the timeline shows', async () => {
  const { call, smsc: first, reach } = await startWithoutWorker();
  const second = await startSmsc();
  const both = carriers(carrierConfig('first', first), carrierConfig('second', second));
  await stopAfterTest(startWorker(both));
  await until('both are bound', () => first.connections() > 0 && second.connections() > 0);

  first.network.set('throttled', null);
  const throttled = await call.send(to, 'Throttled by the first');
  const message = await reach(throttled.body.data._id, 'delivered');
  expect(
    message.timeline.map(({ event, carrier }: Record<string, string>) => [event, carrier]),
  ).toEqual([
    ['queued', null],
    ['refused', 'first'],
    ['submitted', 'second'],
    ['receipt', 'second'],
  ]);

  await first.close();
  const down = await call.send(to, 'The first is down');
  const taken = await reach(down.body.data._id, 'delivered');
  expect(events(taken)).toEqual(['queued', 'skipped', 'submitted', 'receipt']);
});

test('without a carrier messages stay queued until one is back, then are delivered', async () => {
  const { call, smsc, reach } = await startWithoutWorker();
  const port = smsc.port;
  await smsc.close();
  await stopAfterTest(startWorker(carriers(carrierConfig('first', smsc))));
  const { body } = await call.send(to, 'Hello');
  expect((await call.get(`/messages/${body.data._id}`)).body.data.status).toBe('queued');
  await startSmsc({ port });
  await reach(body.data._id, 'delivered');
});

test('a message whose validity ends before a carrier accepts it expires, and its unit is credited back', async () => {
  const { call, smsc, account, reach } = await startProduct({
    MESSAGE_VALIDITY_HOURS: String(1 / 3_600),
  });
  await smsc.close();
  const { body } = await call.send(to, 'Hello');
  const message = await reach(body.data._id, 'expired');
  expect(events(message)).toEqual(['queued', 'expired']);
  expect((await getUsage(account)).messagesUsed).toBe(0);
});
