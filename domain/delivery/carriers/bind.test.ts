import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import smpp from 'smpp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openBoundCarrier, openTestCarrier } from './carrier.test-support.ts';
import { startSmsc } from './scripted-smsc.test-support.ts';

/** Lets the test control the time of timers; sockets still use real time. */
function standStill(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

/**
 * Connects to the port. A server accepts connections in the order of their arrival. So when this resolves, the server has
 * accepted all earlier connections.
 */
async function knock(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
}

test('binds as a transceiver of version 3.4 with our credentials', async () => {
  const smsc = await startSmsc();
  const carrier = openTestCarrier({ port: smsc.port, systemType: 'sms' });
  expect(carrier.state).toBe('connecting');
  expect(carrier.usable()).toBe(false);
  const [bind] = await smsc.until('bind_transceiver', 1);
  expect(bind).toMatchObject({
    system_id: 'us',
    password: 'secret',
    system_type: 'sms',
    interface_version: 0x34,
    address_range: '',
  });
  await vi.waitUntil(() => carrier.state === 'bound');
  expect(carrier.usable()).toBe(true);
});

test.each([0x0d, 0x0e, 0x0f])(
  'after credentials were rejected with status %i, the next attempt follows after a minute',
  async (command_status) => {
    standStill();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const smsc = await startSmsc({
      bind_transceiver: (pdu, session) => session.send(pdu.response({ command_status })),
    });
    const carrier = openTestCarrier({ port: smsc.port });
    await vi.waitUntil(() => carrier.state === 'down', { interval: 1 });
    await vi.advanceTimersByTimeAsync(55_000);
    await knock(smsc.port);
    await vi.waitUntil(() => smsc.sessions.length >= 2, { interval: 1 });
    expect(smsc.sessions).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(5_000);
    await smsc.until('bind_transceiver', 2);
  },
);

test('after a bind was rejected for another reason, the next attempt does not wait for a minute', async () => {
  let binds = 0;
  const smsc = await startSmsc();
  const { bind_transceiver: accept } = smsc.usual;
  smsc.script.bind_transceiver = (pdu, session) => {
    binds += 1;
    if (binds > 1) accept?.(pdu, session);
    else session.send(pdu.response({ command_status: smpp.ESME_RALYBND }));
  };
  await openBoundCarrier({ port: smsc.port });
  expect(binds).toBe(2);
});

test('closes the connection and binds again if the carrier does not answer the bind', async () => {
  standStill();
  const smsc = await startSmsc({ bind_transceiver: () => undefined });
  openTestCarrier({ port: smsc.port });
  await smsc.until('bind_transceiver', 1);
  await vi.advanceTimersByTimeAsync(10_000);
  await smsc.until('bind_transceiver', 2);
});

test('keeps reconnecting while the carrier is unreachable', async () => {
  const carrier = openTestCarrier({ port: 1 });
  await vi.waitUntil(() => carrier.state === 'down');
  expect(await carrier.acquire('otp')).toBeNull();
});

test('sends no PDU before the TLS handshake completes', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const connected = once(server, 'connection');
  openTestCarrier({ port: (server.address() as AddressInfo).port, tls: true });
  const [socket] = await connected;
  onTestFinished(() => {
    socket.destroy();
  });
  const [first] = await once(socket, 'data');
  const handshakeRecord = 0x16;
  expect(first[0]).toBe(handshakeRecord);
  expect(first.includes('secret')).toBe(false);
});
