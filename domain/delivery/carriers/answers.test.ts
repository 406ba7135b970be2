import type { Pdu, Session } from 'smpp';
import { expect, test, vi } from 'vitest';
import { aSubmit, openBoundCarrier, submitOnce, untilUsable } from './carrier.test-support.ts';
import type { LateResponse } from './contract.ts';
import { startSmsc } from './scripted-smsc.test-support.ts';

test('answers that arrive out of order are matched to their submits', async () => {
  const held: (() => void)[] = [];
  const smsc = await startSmsc({
    submit_sm: (pdu, session) =>
      held.push(() =>
        session.send(pdu.response({ message_id: String(pdu.user_message_reference) })),
      ),
  });
  const carrier = await openBoundCarrier({ port: smsc.port });
  const outcomes = Promise.all([1, 2, 3].map((reference) => submitOnce(carrier, { reference })));
  await smsc.until('submit_sm', 3);
  for (const answer of held.reverse()) answer();
  expect(await outcomes).toEqual(
    ['1', '2', '3'].map((carrierMessageId) => ({ kind: 'accepted', carrierMessageId })),
  );
});

test('message ids are normalized by the format that the settings name', async () => {
  const smsc = await startSmsc({
    submit_sm: (pdu, session) => session.send(pdu.response({ message_id: '00FF' })),
  });
  const carrier = await openBoundCarrier({ port: smsc.port, submitIdFormat: 'hex' });
  expect(await submitOnce(carrier)).toEqual({ kind: 'accepted', carrierMessageId: '255' });
});

test.each([
  [0x0b, 'permanent'],
  [0x08, 'temporary'],
  [0x45, 'limited_retry'],
  [0x410, 'temporary'],
  [0x411, 'permanent'],
])('status %i is a rejection of class %s', async (status, refusal) => {
  const smsc = await startSmsc({
    submit_sm: (pdu, session) => session.send(pdu.response({ command_status: status })),
  });
  const carrier = await openBoundCarrier({ port: smsc.port, temporaryStatuses: [0x410] });
  expect(await submitOnce(carrier)).toEqual({ kind: 'refused', refusal, status });
});

test('a generic_nack counts as an answer', async () => {
  const smsc = await startSmsc({
    submit_sm: ({ sequence_number }, session) =>
      smsc.send(session, 'generic_nack', { command_status: 2, sequence_number }),
  });
  const carrier = await openBoundCarrier({ port: smsc.port });
  expect(await submitOnce(carrier)).toEqual({ kind: 'refused', refusal: 'permanent', status: 2 });
});

test('a submit without an answer is reported as unanswered, and its late answer is still reported', async () => {
  let answer: (() => void) | undefined;
  const smsc = await startSmsc({
    submit_sm: (pdu, session) => {
      answer = () => session.send(pdu.response({ message_id: 'late' }));
    },
  });
  const late: LateResponse[] = [];
  const carrier = await openBoundCarrier(
    { port: smsc.port, responseTimeoutMs: 50 },
    { onLateResponse: (given) => late.push(given) },
  );
  expect(await submitOnce(carrier, { reference: 77 })).toEqual({ kind: 'unanswered' });
  answer?.();
  await vi.waitUntil(() => late.length > 0);
  expect(late).toEqual([
    {
      reference: 77,
      recipient: '919876543210',
      outcome: { kind: 'accepted', carrierMessageId: 'late' },
    },
  ]);
});

test('the bind and the process survive a listener that throws', async () => {
  const held: [Pdu, Session][] = [];
  const smsc = await startSmsc({ submit_sm: (pdu, session) => held.push([pdu, session]) });
  const onLateResponse = vi.fn(() => {
    throw new Error('no room');
  });
  const carrier = await openBoundCarrier(
    { port: smsc.port, responseTimeoutMs: 50 },
    { onLateResponse: onLateResponse },
  );
  await submitOnce(carrier);
  for (const [pdu, session] of held) session.send(pdu.response({ message_id: '1' }));
  await vi.waitUntil(() => onLateResponse.mock.calls.length > 0);
  expect(await smsc.ask('enquire_link')).toMatchObject({ command_status: 0 });
  expect(smsc.sessions).toHaveLength(1);
});

test('when the connection drops, written submits are unanswered, and submits that were not written are not_sent', async () => {
  const smsc = await startSmsc({ submit_sm: () => undefined });
  const carrier = await openBoundCarrier({ port: smsc.port, window: 3, otpShare: 0 });
  const slots = await Promise.all([1, 2].map(() => carrier.acquire('messages')));
  const written = Promise.all(slots.map((slot) => slot?.submit(aSubmit())));
  const idle = await carrier.acquire('messages');
  const waiting = carrier.acquire('messages');
  await smsc.until('submit_sm', 2);
  smsc.session().destroy();
  expect(await written).toEqual([{ kind: 'unanswered' }, { kind: 'unanswered' }]);
  expect(await waiting).toBeNull();
  expect(await idle?.submit(aSubmit())).toEqual({ kind: 'not_sent' });
  expect(await carrier.acquire('otp')).toBeNull();

  delete smsc.script.submit_sm;
  await untilUsable(carrier);
  for (const slot of [...slots, idle]) slot?.release();
  expect(await submitOnce(carrier)).toMatchObject({ kind: 'accepted' });
});

test('a bind that the carrier calls invalid is replaced after its pending responses have arrived', async () => {
  const held: [Pdu, Session][] = [];
  const smsc = await startSmsc({ submit_sm: (pdu, session) => held.push([pdu, session]) });
  const carrier = await openBoundCarrier({ port: smsc.port });
  const outcomes = [submitOnce(carrier), submitOnce(carrier)];
  await smsc.until('submit_sm', 2);
  const [[first, session] = [], [second] = []] = held;
  if (first) session?.send(first.response({ command_status: 0x04 }));
  expect(await outcomes[0]).toEqual({ kind: 'refused', refusal: 'bind_lost', status: 4 });
  expect(carrier.usable()).toBe(false);
  if (second) session?.send(second.response({ message_id: '2' }));
  expect(await outcomes[1]).toEqual({ kind: 'accepted', carrierMessageId: '2' });
  await smsc.until('unbind', 1);
  await smsc.until('bind_transceiver', 2);
});
