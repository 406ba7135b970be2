import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import smpp, { type CommandName, type Pdu, type PduFields, type Session } from 'smpp';
import { onTestFinished, vi } from 'vitest';

type Script = Partial<Record<CommandName, (pdu: Pdu, session: Session) => void>>;

/**
 * Starts a carrier whose responses the test defines, on a loopback socket. The carrier runs until the test ends.
 *
 * @param script handlers for requests that are not simply accepted
 */
export async function startSmsc(script: Script = {}) {
  const received: Pdu[] = [];
  const sessions: Session[] = [];
  let bound: Session | undefined;
  let octets = Buffer.alloc(0);
  let accepted = 0;

  const usual: Script = {
    bind_transceiver(pdu, session) {
      session.send(pdu.response({ system_id: 'smsc' }));
      bound = session;
    },
    submit_sm(pdu, session) {
      accepted += 1;
      session.send(pdu.response({ message_id: `id-${accepted}` }));
    },
    enquire_link: (pdu, session) => session.send(pdu.response()),
    unbind(pdu, session) {
      session.send(pdu.response());
      session.close();
    },
  };

  const server = smpp.createServer((session) => {
    sessions.push(session);
    session.socket.on('data', (chunk: Buffer) => {
      octets = Buffer.concat([octets, chunk]);
    });
    session.on('error', () => session.destroy());
    session.on('pdu', (pdu) => {
      received.push(pdu);
      if (pdu.command === 'unknown') return;
      const act = script[pdu.command] ?? usual[pdu.command];
      act?.(pdu, session);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  onTestFinished(async () => {
    for (const session of sessions) session.destroy();
    server.close();
    await once(server, 'close');
  });

  const smsc = {
    port: (server.address() as AddressInfo).port,
    /**
     * The handlers of requests, by command; a test may change them. Commands without a handler get the `usual`
     * response.
     */
    script,
    usual,
    received,
    /** All connections that clients have opened so far. */
    sessions,
    /** All octets received so far, from all connections. */
    octets: () => octets,
    ofCommand: (command: CommandName) => received.filter((pdu) => pdu.command === command),
    /** The session that was bound last. */
    session(): Session {
      if (!bound) throw new Error('Nobody is bound');
      return bound;
    },
    send: (session: Session, command: CommandName, fields?: PduFields) =>
      session.send(new smpp.PDU(command, fields)),
    /** Sends a request to the client and waits for the answer. */
    ask(command: CommandName, fields?: PduFields): Promise<Pdu> {
      return new Promise((resolve) => smsc.session().send(new smpp.PDU(command, fields), resolve));
    },
    /** Waits until `count` requests of a kind have arrived. */
    async until(command: CommandName, count: number): Promise<Pdu[]> {
      await vi.waitUntil(() => smsc.ofCommand(command).length >= count, {
        timeout: 5_000,
        interval: 5,
      });
      return smsc.ofCommand(command);
    },
  };
  return smsc;
}

export type ScriptedSmsc = Awaited<ReturnType<typeof startSmsc>>;
