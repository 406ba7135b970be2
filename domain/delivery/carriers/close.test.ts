import smpp, { type Pdu, type Session } from 'smpp';
import { expect, test, vi } from 'vitest';
import {
  aSubmit,
  createLatch,
  openBoundCarrier,
  openTestCarrier,
  submitOnce,
} from './carrier.test-support.ts';
import { startSmsc } from './scripted-smsc.test-support.ts';

test('closing waits for pending answers and acknowledges receipts while it waits; then it unbinds', async () => {
  const held: [Pdu, Session][] = [];
  const smsc = await startSmsc({ submit_sm: (pdu, session) => held.push([pdu, session]) });
  const carrier = await openBoundCarrier({ port: smsc.port });
  const slot = await carrier.acquire('messages');
  const outcome = submitOnce(carrier);
  await smsc.until('submit_sm', 1);

  const closed = carrier.close();
  expect(carrier.state).toBe('closed');
  expect(await carrier.acquire('otp')).toBeNull();
  expect(await slot?.submit(aSubmit())).toEqual({ kind: 'not_sent' });
  const receipt = await smsc.ask('deliver_sm', { esm_class: 4, message_state: 2 });
  expect(receipt).toMatchObject({ command_status: 0 });
  expect(smsc.ofCommand('unbind')).toHaveLength(0);

  for (const [pdu, session] of held) session.send(pdu.response({ message_id: 'last' }));
  expect(await outcome).toEqual({ kind: 'accepted', carrierMessageId: 'last' });
  await closed;
  expect(smsc.received.at(-1)).toMatchObject({ command: 'unbind' });
  expect(smsc.sessions).toHaveLength(1);
});

test('a receipt that is being stored is acknowledged before the unbind', async () => {
  const smsc = await startSmsc();
  const storage = createLatch();
  const onReceipt = vi.fn(() => storage.opened);
  const carrier = await openBoundCarrier({ port: smsc.port }, { onReceipt });
  const answer = smsc.ask('deliver_sm', { esm_class: 4, message_state: 2 });
  await vi.waitUntil(() => onReceipt.mock.calls.length > 0);
  const closed = carrier.close();
  storage.open();
  expect(await answer).toMatchObject({ command_status: 0 });
  await closed;
});

test('a receipt that arrives while another is being stored is acknowledged before the unbind', async () => {
  const smsc = await startSmsc();
  const [first, second] = [createLatch(), createLatch()];
  const latches = [first, second];
  const onReceipt = vi.fn(async () => latches.shift()?.opened);
  const carrier = await openBoundCarrier({ port: smsc.port }, { onReceipt });
  const receipt = { esm_class: 4, message_state: 2 };
  const answers = [smsc.ask('deliver_sm', receipt)];
  await vi.waitUntil(() => onReceipt.mock.calls.length === 1);
  const closed = carrier.close();
  answers.push(smsc.ask('deliver_sm', receipt));
  await vi.waitUntil(() => onReceipt.mock.calls.length === 2);
  first.open();
  expect(await answers[0]).toMatchObject({ command_status: 0 });
  expect(smsc.ofCommand('unbind')).toHaveLength(0);
  second.open();
  expect(await answers[1]).toMatchObject({ command_status: 0 });
  await closed;
});

test('a receipt that arrives after our unbind is not answered, so that the next bind gets it', async () => {
  const smsc = await startSmsc({
    unbind: (pdu, session) => {
      session.send(new smpp.PDU('deliver_sm', { esm_class: 4, message_state: 2 }));
      session.send(pdu.response());
    },
  });
  const onReceipt = vi.fn(async () => undefined);
  const carrier = await openBoundCarrier({ port: smsc.port }, { onReceipt });
  await carrier.close();
  expect(onReceipt).not.toHaveBeenCalled();
  expect(smsc.ofCommand('deliver_sm_resp')).toHaveLength(0);
});

test('closing gives up a submit after 5 seconds without an answer, and ends after at most 7 seconds', async () => {
  const silent = () => undefined;
  const smsc = await startSmsc({ submit_sm: silent, unbind: silent });
  const carrier = await openBoundCarrier({ port: smsc.port });
  const outcome = submitOnce(carrier);
  await smsc.until('submit_sm', 1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const closed = carrier.close();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await outcome).toEqual({ kind: 'unanswered' });
    await smsc.until('unbind', 1);
    await vi.advanceTimersByTimeAsync(2_000);
    await closed;
  } finally {
    vi.useRealTimers();
  }
});

test('closing twice is harmless, even while the carrier is unreachable', async () => {
  const carrier = openTestCarrier({ port: 1 });
  await Promise.all([carrier.close(), carrier.close()]);
  await vi.waitUntil(() => carrier.state === 'closed');
});
