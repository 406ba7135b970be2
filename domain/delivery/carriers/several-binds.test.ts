import smpp, { type Pdu, type Session } from 'smpp';
import { expect, test, vi } from 'vitest';
import { openBoundCarrier, openTestCarrier, submitOnce } from './carrier.test-support.ts';
import type { Receipt } from './contract.ts';
import { startSmsc } from './scripted-smsc.test-support.ts';

const bindOk = (pdu: Pdu, session: Session) => session.send(pdu.response({ system_id: 'smsc' }));

test('the transmitter submits, and the receiver gets the receipts', async () => {
  const receivers: Session[] = [];
  const smsc = await startSmsc({
    bind_transmitter: bindOk,
    bind_receiver(pdu, session) {
      bindOk(pdu, session);
      receivers.push(session);
    },
  });
  const receipts: Receipt[] = [];
  const carrier = await openBoundCarrier(
    { port: smsc.port, binds: [{ mode: 'transmitter' }, { mode: 'receiver', systemId: 'rx' }] },
    { onReceipt: async (receipt) => void receipts.push(receipt) },
  );
  const [bind] = await smsc.until('bind_receiver', 1);
  expect(bind).toMatchObject({ system_id: 'rx' });
  expect(await submitOnce(carrier)).toMatchObject({ kind: 'accepted' });
  receivers[0]?.send(
    new smpp.PDU('deliver_sm', {
      ...{ esm_class: 4, source_addr: '919876543210', destination_addr: 'DAKIYA' },
      ...{ receipted_message_id: 'id-1', message_state: 2 },
    }),
  );
  await smsc.until('deliver_sm_resp', 1);
  expect(receipts).toMatchObject([{ carrierMessageId: 'id-1', state: 'delivered' }]);
});

test('a receiver alone does not make a carrier usable', async () => {
  const smsc = await startSmsc({
    bind_receiver: bindOk,
    bind_transmitter: (pdu, session) => session.send(pdu.response({ command_status: 8 })),
  });
  const binds = [{ mode: 'transmitter' }, { mode: 'receiver' }];
  const carrier = openTestCarrier({ port: smsc.port, binds });
  await smsc.until('bind_transmitter', 1);
  await smsc.until('bind_receiver', 1);
  await vi.waitUntil(() => carrier.state === 'down');
  expect(carrier.usable()).toBe(false);
  expect(await submitOnce(carrier)).toBeNull();
});

test('each connection has its own window, and when one connection is lost the other keeps submitting', async () => {
  const unanswered: { pdu: Pdu; session: Session }[] = [];
  const smsc = await startSmsc({
    submit_sm: (pdu, session) => void unanswered.push({ pdu, session }),
  });
  const binds = [{ connections: 2 }];
  const carrier = await openBoundCarrier({ port: smsc.port, window: 3, otpShare: 0, binds });
  await smsc.until('bind_transceiver', 2);
  await vi.waitUntil(() => smsc.sessions.length === 2);
  const outcomes = Array.from({ length: 10 }, () => submitOnce(carrier));
  await smsc.until('submit_sm', 6);
  const [first] = smsc.sessions;
  expect(unanswered.filter(({ session }) => session === first)).toHaveLength(3);

  first?.destroy();
  await vi.waitUntil(() => smsc.ofCommand('submit_sm').length >= 6);
  expect(carrier.usable()).toBe(true);
  smsc.script.submit_sm = (pdu, session) => session.send(pdu.response({ message_id: 'x' }));
  for (const { pdu, session } of unanswered) {
    if (session !== first) session.send(pdu.response({ message_id: 'x' }));
  }
  const kinds = (await Promise.all(outcomes)).map((outcome) => outcome?.kind);
  expect(kinds.filter((kind) => kind === 'unanswered')).toHaveLength(3);
  expect(kinds.filter((kind) => kind === 'accepted')).toHaveLength(7);
});

test('reports how many connections are bound, and since when a connection has been bound or all have been lost', async () => {
  const smsc = await startSmsc({});
  const began = Date.now();
  const carrier = await openBoundCarrier({ port: smsc.port, binds: [{ connections: 2 }] });
  await vi.waitUntil(() => carrier.binds.bound === 2);
  const { connections, since } = carrier.binds;
  expect(connections).toBe(2);
  expect(since.getTime()).toBeGreaterThanOrEqual(began);
  smsc.script.bind_transceiver = () => undefined;
  const [first, second] = smsc.sessions;
  first?.destroy();
  await vi.waitUntil(() => carrier.binds.bound === 1);
  expect(carrier.binds.since).toBe(since);
  second?.destroy();
  await vi.waitUntil(() => carrier.binds.bound === 0);
  expect(carrier.binds.since.getTime()).toBeGreaterThanOrEqual(since.getTime());
  expect(carrier.binds.since).not.toBe(since);
});

test('changed limits apply to open connections', async () => {
  const smsc = await startSmsc({ submit_sm: () => undefined });
  const carrier = await openBoundCarrier({ port: smsc.port, window: 1, otpShare: 0 });
  const outcomes = Array.from({ length: 4 }, () => submitOnce(carrier));
  await smsc.until('submit_sm', 1);
  carrier.tune({ rate: 10_000, window: 4, otpShare: 0 });
  await smsc.until('submit_sm', 4);
  expect(smsc.sessions).toHaveLength(1);
  smsc.session().destroy();
  expect((await Promise.all(outcomes)).map((outcome) => outcome?.kind)).toEqual(
    outcomes.map(() => 'unanswered'),
  );
});

test('a suspended carrier stays bound, accepts no submit, and finishes pending submits', async () => {
  const pending: { pdu: Pdu; session: Session }[] = [];
  const smsc = await startSmsc({
    submit_sm: (pdu, session) => void pending.push({ pdu, session }),
  });
  const carrier = await openBoundCarrier({ port: smsc.port });
  const submitted = submitOnce(carrier);
  await smsc.until('submit_sm', 1);
  carrier.suspend(true);
  expect([carrier.usable(), carrier.state]).toEqual([false, 'bound']);
  expect(await submitOnce(carrier)).toBeNull();
  const [{ pdu, session } = { pdu: undefined, session: undefined }] = pending;
  if (pdu) session?.send(pdu.response({ message_id: 'x' }));
  expect(await submitted).toMatchObject({ kind: 'accepted' });
  carrier.suspend(false);
  expect(carrier.usable()).toBe(true);
});
