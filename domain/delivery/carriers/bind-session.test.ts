import { expect, test, vi } from 'vitest';
import { reconnectDelayMs } from './bind-session.ts';
import { openBoundCarrier, untilUsable } from './carrier.test-support.ts';
import { startSmsc } from './scripted-smsc.test-support.ts';

test('reconnect delays grow from a second to a minute, with full jitter', () => {
  const longest = [1, 2, 3, 7, 8, 2000].map((losses) => reconnectDelayMs(losses, false, () => 1));
  expect(longest).toEqual([1_000, 2_000, 4_000, 60_000, 60_000, 60_000]);
  expect(reconnectDelayMs(5, false, () => 0)).toBe(0);
});

test('after rejected credentials the next attempt waits at least a minute', () => {
  expect(reconnectDelayMs(1, true, () => 0)).toBe(60_000);
});

test('a session sends enquire_link at intervals, and keeps the connection while the carrier responds', async () => {
  const smsc = await startSmsc();
  await openBoundCarrier({ port: smsc.port, enquireLinkMs: 200 });
  await smsc.until('enquire_link', 3);
  expect(smsc.sessions).toHaveLength(1);
});

test('a session reconnects to a carrier that stops responding', async () => {
  const smsc = await startSmsc({ enquire_link: () => undefined });
  const carrier = await openBoundCarrier({ port: smsc.port, enquireLinkMs: 50 });
  await smsc.until('bind_transceiver', 2);
  expect(carrier.state).not.toBe('closed');
});

test('a carrier that answers enquire_link with generic_nack counts as alive', async () => {
  const smsc = await startSmsc({
    enquire_link: ({ sequence_number }, session) =>
      smsc.send(session, 'generic_nack', { command_status: 3, sequence_number }),
  });
  await openBoundCarrier({ port: smsc.port, enquireLinkMs: 200 });
  await smsc.until('enquire_link', 3);
  expect(smsc.sessions).toHaveLength(1);
});

test('the carrier’s own enquire_link is answered', async () => {
  const smsc = await startSmsc();
  await openBoundCarrier({ port: smsc.port });
  expect(await smsc.ask('enquire_link')).toMatchObject({
    command: 'enquire_link_resp',
    command_status: 0,
  });
});

test('an unknown request is rejected without ending the bind', async () => {
  const smsc = await startSmsc();
  await openBoundCarrier({ port: smsc.port });
  expect(await smsc.ask('query_sm')).toMatchObject({ command: 'generic_nack', command_status: 3 });
  const unknown = Buffer.from('000000100000999900000000000000aa', 'hex');
  smsc.session().socket.write(unknown);
  await vi.waitUntil(() => smsc.ofCommand('generic_nack').length === 2);
  expect(smsc.ofCommand('generic_nack')[1]).toMatchObject({ sequence_number: 0xaa });
  expect(await smsc.ask('enquire_link')).toMatchObject({ command_status: 0 });
});

test('the session responds to the carrier’s unbind, and binds again', async () => {
  const smsc = await startSmsc();
  const carrier = await openBoundCarrier({ port: smsc.port });
  expect(await smsc.ask('unbind')).toMatchObject({ command: 'unbind_resp', command_status: 0 });
  expect(carrier.usable()).toBe(false);
  await smsc.until('bind_transceiver', 2);
  await untilUsable(carrier);
});

test.each([
  ['a PDU shorter than its head', '00000008', '00000004'],
  ['a PDU of a huge length', '47455420', '2f204854'],
])('a session reconnects after %s', async (_name, length, rest) => {
  const smsc = await startSmsc();
  const carrier = await openBoundCarrier({ port: smsc.port, enquireLinkMs: 200 });
  smsc.session().socket.write(Buffer.from(`${length}${rest}`.replaceAll(' ', ''), 'hex'));
  await smsc.until('bind_transceiver', 2);
  await untilUsable(carrier);
});

test('a session reconnects after a PDU of an impossible length', async () => {
  const smsc = await startSmsc();
  const carrier = await openBoundCarrier({ port: smsc.port, enquireLinkMs: 100 });
  smsc.session().socket.write(Buffer.from('00000002', 'hex'));
  await smsc.until('bind_transceiver', 2);
  await untilUsable(carrier);
});
