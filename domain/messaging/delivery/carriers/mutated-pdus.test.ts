import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openBoundCarrier } from './carrier.test-support.ts';
import { createPduReader, cString, writePdu } from './pdu.ts';
import { corpus } from './pdu-corpus.test-support.ts';

/** PDUs a run. */
const count = 100_000;

/** How many may be unanswered at once. */
const burst = 100;

const [bindResponse, deliverResponse, dataResponse] = [0x80000009, 0x80000005, 0x80000103];

/** An SMSC that accepts each bind, and counts them and the answers that come. */
async function startRawSmsc() {
  const seen = { binds: 0, closed: 0, answers: 0 };
  let bound: Socket | undefined;
  const server = createServer((socket) => {
    const read = createPduReader((pdu) => {
      const command = pdu.readUInt32BE(4);
      if (command === 0x09) {
        seen.binds += 1;
        const response = writePdu('bind_transceiver', pdu.readUInt32BE(12), cString('odd'));
        response.writeUInt32BE(bindResponse, 4);
        socket.write(response);
        bound = socket;
      } else if (command === deliverResponse || command === dataResponse) seen.answers += 1;
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

const change = fc.record({
  at: fc.nat(300),
  octets: fc.uint8Array({ maxLength: 6 }),
  cut: fc.nat(6),
});

/** A PDU of the corpus with a few octets of its body changed, cut or added. */
const mutated = fc
  .tuple(
    fc.constantFrom(...corpus.map(({ pdu }) => pdu)),
    fc.array(change, { minLength: 1, maxLength: 4 }),
  )
  .map(([pdu, changes]) => {
    let octets = Buffer.from(pdu);
    for (const { at, octets: put, cut } of changes) {
      const place = 16 + (at % Math.max(1, octets.length - 15));
      octets = Buffer.concat([octets.subarray(0, place), put, octets.subarray(place + cut)]);
    }
    octets.writeUInt32BE(octets.length, 0);
    return octets;
  });

test('each PDU that was changed on its way is answered once, on one connection', async () => {
  const { port, seen, write } = await startRawSmsc();
  const kept = vi.fn(async () => undefined);
  const carrier = await openBoundCarrier({ port }, { onReceipt: kept, onUnread: kept });
  const pdus = fc.sample(mutated, count);
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
