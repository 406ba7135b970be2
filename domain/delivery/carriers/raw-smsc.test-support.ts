import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createPduReader, cString, readPdu, writePdu } from './pdu.ts';

/** How many PDUs are sent before waiting for their answers. */
const burst = 100;

/** How long the answers to a burst may take, in milliseconds. */
const maxWaitMs = 10_000;

/** Starts an SMSC that accepts each bind, sends the given octets, and counts the answers. */
export async function startRawSmsc() {
  const seen = { binds: 0, closed: 0, answers: 0 };
  const sockets = new Set<Socket>();
  let bound: Socket | undefined;
  const server = createServer((socket) => {
    sockets.add(socket);
    const read = createPduReader((octets) => {
      const { command, sequence } = readPdu(octets);
      if (command === 'bind_transceiver') {
        seen.binds += 1;
        socket.write(writePdu('bind_transceiver_resp', sequence, cString('odd')));
        bound = socket;
      } else if (command === 'enquire_link') {
        socket.write(writePdu('enquire_link_resp', sequence, Buffer.alloc(0)));
      } else if (command === 'deliver_sm_resp' || command === 'data_sm_resp') seen.answers += 1;
    });
    socket.on('data', read);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      seen.closed += 1;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  /** Sends PDUs in bursts. @returns the first problem; null if each PDU was answered exactly once */
  async function send(pdus: readonly Buffer[]): Promise<string | null> {
    const before = seen.answers;
    for (let at = 0; at < pdus.length; at += burst) {
      const octets = pdus.slice(at, at + burst);
      bound?.write(Buffer.concat(octets));
      const wanted = before + at + octets.length;
      const began = performance.now();
      while (seen.answers < wanted && seen.closed === 0 && performance.now() - began < maxWaitMs) {
        await nextTurn();
      }
      const { binds, closed, answers } = seen;
      if (binds === 1 && closed === 0 && answers === wanted) continue;
      const hex = octets.map((one) => one.toString('hex')).join('\n');
      return `Of ${wanted} PDUs ${answers} were answered, over ${binds} binds, of which ${closed} were lost. The last:\n${hex}`;
    }
    return null;
  }

  return {
    port: (server.address() as AddressInfo).port,
    seen,
    send,
    close(): void {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
