import { expect, test } from 'vitest';
import { openBoundCarrier, submitOnce, untilUsable } from './carrier.test-support.ts';
import { startSmsc } from './scripted-smsc.test-support.ts';

const segment = { carrierMessageId: '7', sender: 'DAKIYA' };

test.each([
  [1, 'ENROUTE', 'enroute'],
  [2, 'DELIVRD', 'delivered'],
  [3, 'EXPIRED', 'undelivered'],
  [4, 'DELETED', 'undelivered'],
  [5, 'UNDELIV', 'undelivered'],
  [6, 'ACCEPTD', 'enroute'],
  [8, 'REJECTD', 'undelivered'],
  [99, '99', 'enroute'],
])('message_state %i is read like the receipt %s', async (message_state, status, state) => {
  const smsc = await startSmsc({
    query_sm: (pdu, session) =>
      session.send(pdu.response({ message_id: '7', message_state, error_code: 17 })),
  });
  const carrier = await openBoundCarrier({ port: smsc.port });
  expect(await carrier.query(segment)).toEqual({
    ...{ kind: 'answered', state, status, errorCode: '017' },
  });
});

test('a response settles nothing if it says that the carrier no longer knows the message', async () => {
  const smsc = await startSmsc({
    query_sm: (pdu, session) =>
      session.send(pdu.response({ message_id: '7', message_state: 7, error_code: 0 })),
  });
  const carrier = await openBoundCarrier({ port: smsc.port });
  expect(await carrier.query(segment)).toEqual({ kind: 'refused', status: 0 });
});

test('a query contains the id in the carrier’s notation, and the source address of its submit', async () => {
  const smsc = await startSmsc({
    query_sm: (pdu, session) =>
      session.send(pdu.response({ message_id: '00FF', message_state: 2, error_code: 0 })),
  });
  const carrier = await openBoundCarrier({ port: smsc.port, submitIdFormat: 'hex' });
  const outcome = await carrier.query({ carrierMessageId: '255', sender: '567890' });
  expect(outcome).toMatchObject({ state: 'delivered' });
  expect(smsc.ofCommand('query_sm')).toMatchObject([
    { message_id: 'ff', source_addr_ton: 0, source_addr_npi: 0, source_addr: '567890' },
  ]);
});

test('a response about another message, without a state, or with an error is refused', async () => {
  const smsc = await startSmsc();
  const carrier = await openBoundCarrier({ port: smsc.port });
  for (const answer of [
    { message_id: '8', message_state: 2, error_code: 0 },
    { command_status: 0x67 },
  ]) {
    smsc.script.query_sm = (pdu, session) => session.send(pdu.response(answer));
    const status = answer.command_status ?? 0;
    expect(await carrier.query(segment)).toEqual({ kind: 'refused', status });
  }
  smsc.script.query_sm = ({ sequence_number }, session) => {
    const octets = Buffer.from('00000012800000030000000000000000' + '3700', 'hex');
    octets.writeUInt32BE(sequence_number, 12);
    session.socket.write(octets);
  };
  expect(await carrier.query(segment)).toEqual({ kind: 'refused', status: 0 });
  smsc.script.query_sm = ({ sequence_number }, session) =>
    smsc.send(session, 'generic_nack', { command_status: 3, sequence_number });
  expect(await carrier.query(segment)).toEqual({ kind: 'refused', status: 3 });
  expect(await submitOnce(carrier)).toMatchObject({ kind: 'accepted' });
});

test('an invalid final_date does not end the connection', async () => {
  const smsc = await startSmsc({
    query_sm: (pdu, session) =>
      session.send(
        pdu.response({ message_id: '7', final_date: 'R', message_state: 2, error_code: 0 }),
      ),
  });
  const carrier = await openBoundCarrier({ port: smsc.port });
  expect(await carrier.query(segment)).toMatchObject({ state: 'delivered' });
  expect(smsc.sessions).toHaveLength(1);
});

test('an unanswered query does not delay messages, and no other query is sent until it ends', async () => {
  const smsc = await startSmsc({ query_sm: () => undefined });
  const carrier = await openBoundCarrier({ port: smsc.port, window: 1, responseTimeoutMs: 300 });
  const queries = Promise.all([carrier.query(segment), carrier.query(segment)]);
  await smsc.until('query_sm', 1);
  expect(await submitOnce(carrier)).toMatchObject({ kind: 'accepted' });
  expect(smsc.ofCommand('query_sm')).toHaveLength(1);
  expect(await queries).toEqual([{ kind: 'unanswered' }, { kind: 'unanswered' }]);
  expect(smsc.ofCommand('query_sm')).toHaveLength(2);
});

test('a late, repeated or unsolicited response to a query is ignored', async () => {
  const smsc = await startSmsc({ query_sm: () => undefined });
  const carrier = await openBoundCarrier({ port: smsc.port, responseTimeoutMs: 100 });
  expect(await carrier.query(segment)).toEqual({ kind: 'unanswered' });
  const [late] = smsc.ofCommand('query_sm');
  smsc.script.query_sm = (pdu, session) => {
    for (const asked of [late, pdu, pdu]) {
      if (asked) session.send(asked.response({ message_id: '7', message_state: 2, error_code: 0 }));
    }
  };
  const next = { ...segment, carrierMessageId: '8' };
  expect(await carrier.query(next)).toEqual({ kind: 'refused', status: 0 });
  expect(await submitOnce(carrier)).toMatchObject({ kind: 'accepted' });
});

test('a query is sent only after the messages that wait because of the rate limit', async () => {
  const smsc = await startSmsc({
    query_sm: (pdu, session) =>
      session.send(pdu.response({ message_id: '7', message_state: 2, error_code: 0 })),
  });
  const carrier = await openBoundCarrier({ port: smsc.port, rate: 40, window: 100 });
  const submits = Array.from({ length: 12 }, () => submitOnce(carrier));
  const outcome = await carrier.query(segment);
  await Promise.all(submits);
  expect(outcome).toMatchObject({ kind: 'answered' });
  const order = smsc.received.map(({ command }) => command);
  expect(order.indexOf('query_sm')).toBeGreaterThan(order.lastIndexOf('submit_sm'));
});

test('a query is not sent while the carrier is down or suspended, and is unanswered if the connection is lost', async () => {
  const smsc = await startSmsc({ query_sm: (_pdu, session) => session.destroy() });
  const carrier = await openBoundCarrier({ port: smsc.port });
  carrier.suspend(true);
  expect(await carrier.query(segment)).toEqual({ kind: 'not_sent' });
  carrier.suspend(false);
  expect(await carrier.query(segment, AbortSignal.abort())).toEqual({ kind: 'not_sent' });
  expect(await carrier.query(segment)).toEqual({ kind: 'unanswered' });
  expect(await carrier.query(segment)).toEqual({ kind: 'not_sent' });
  await untilUsable(carrier);
  expect(smsc.ofCommand('query_sm')).toHaveLength(1);
});
