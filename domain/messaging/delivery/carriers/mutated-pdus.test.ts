import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openBoundCarrier } from './carrier.test-support.ts';
import { createPduReader, cString, readPdu, writePdu } from './pdu.ts';
import { mutatedPdu } from './pdu-corpus.test-support.ts';

/** PDUs a run. */
const count = 100_000;

/** How many may be unanswered at once. */
const burst = 100;

/** An SMSC that accepts each bind, and counts them and the answers that come. */
async function startRawSmsc() {
  const seen = { binds: 0, closed: 0, answers: 0 };
  let bound: Socket | undefined;
  const server = createServer((socket) => {
    const read = createPduReader((octets) => {
      const { command, sequence } = readPdu(octets);
      if (command === 'bind_transceiver') {
        seen.binds += 1;
        socket.write(writePdu('bind_transceiver_resp', sequence, cString('odd')));
        bound = socket;
      } else if (command === 'deliver_sm_resp' || command === 'data_sm_resp') seen.answers += 1;
    });
    socket.on('data', read);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      seen.closed += 1;
    });
    onTestFinished(() => void socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, seen, write: (octets: Buffer) => bound?.write(octets) };
}

test('each PDU that was changed on its way is answered once, on one connection', async () => {
  const { port, seen, write } = await startRawSmsc();
  const kept = vi.fn(async () => undefined);
  const carrier = await openBoundCarrier({ port }, { onReceipt: kept, onUnread: kept });
  const pdus = fc.sample(mutatedPdu, count);
  for (let at = 0; at < pdus.length; at += burst) {
    const octets = pdus.slice(at, at + burst);
    write(Buffer.concat(octets));
    const until = at + octets.length;
    await vi.waitUntil(() => seen.answers >= until || seen.closed > 0, {
      timeout: 5_000,
      interval: 1,
    });
    expect({ at, ...seen }).toEqual({ at, binds: 1, closed: 0, answers: until });
  }
  expect(kept).toHaveBeenCalled();
  expect(carrier.state).toBe('bound');
}, 120_000);
