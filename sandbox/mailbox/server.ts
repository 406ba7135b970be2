import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { logger } from '#platform/logger.ts';
import { createChanges } from '../changes.ts';
import { createMailBehaviours } from './magic-addresses.ts';
import { createMails, type Mails } from './mails.ts';
import { readMail } from './read-mail.ts';

/** A running SMTP server that delivers nothing. */
export type Mailbox = {
  /** The actual port, also if 0 was requested. */
  readonly port: number;
  readonly mails: Mails;
  /**
   * Calls the listener after each change.
   *
   * @returns a function that unsubscribes
   */
  subscribe(listener: () => void): () => void;
  /** Closes all connections and the server. */
  close(): Promise<void>;
};

const maxBytes = 1024 * 1024;

/**
 * Starts an SMTP server that accepts emails from and to any address, with any or no credentials, and stores
 * them.
 *
 * @param port 0 picks a free one
 * @returns once it listens
 * @throws the socket's error if the port is not available
 */
export async function createMailbox({ host = '127.0.0.1', port = 0 } = {}): Promise<Mailbox> {
  const changes = createChanges();
  const mails = createMails(changes.notify);
  const pickBehaviour = createMailBehaviours();
  /** Sessions whose current email gets no response. */
  const silent = new WeakSet<SMTPServerSession>();

  const server = new SMTPServer({
    banner: 'Dakiya sandbox',
    size: maxBytes,
    authOptional: true,
    allowInsecureAuth: true,
    // There is no certificate that a client could trust.
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: (_auth, _session, callback) => callback(null, { user: 'anybody' }),
    onMailFrom(_address, session, callback) {
      silent.delete(session);
      callback();
    },
    onRcptTo({ address }, session, callback) {
      const behaviour = pickBehaviour(address);
      if (behaviour === 'silent') silent.add(session);
      if (behaviour === 'later')
        callback(smtpError(450, 'Temporarily unavailable, try again later'));
      else if (behaviour === 'refused') callback(smtpError(550, 'Mailbox unavailable'));
      else callback();
    },
    onData(stream, session, callback) {
      receiveMail(stream, session).then(() => {
        if (!silent.has(session)) callback();
      }, callback);
    },
  });

  async function receiveMail(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
  ): Promise<void> {
    const octets = await buffer(stream);
    if (stream.sizeExceeded) throw smtpError(552, 'Larger than 1 MiB');
    const content = await readMail(octets);
    const at = Date.now();
    for (const { address } of session.envelope.rcptTo) mails.add({ ...content, to: address, at });
  }

  // Clients that disconnect are expected.
  server.on('error', (error) => logger.debug({ error }, 'mailbox connection'));
  const listener = server.listen(port, host);
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    mails,
    subscribe: changes.subscribe,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** An SMTP error response. */
function smtpError(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
