import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { logger } from '#platform/logger.ts';
import { createChanges } from '../changes.ts';
import { createMailBehaviours } from './magic-addresses.ts';
import { createMails, type Mails } from './mails.ts';
import { readMail } from './read-mail.ts';

/** A running mail server that delivers to nobody. */
export type Mailbox = {
  /** The port it listens on, also where 0 was asked for. */
  readonly port: number;
  readonly mails: Mails;
  /** Calls the listener after each change; returns how to stop it. */
  subscribe(listener: () => void): () => void;
  /** Cuts every connection off and listens no more. */
  close(): Promise<void>;
};

const mostOctets = 1024 * 1024;

/**
 * Starts an SMTP server that takes mails from and to anybody, with any user and password or none,
 * and keeps them.
 *
 * @param port any free one unless told
 * @returns once it listens
 * @throws the socket's error if the port cannot be had
 */
export async function createMailbox({ host = '127.0.0.1', port = 0 } = {}): Promise<Mailbox> {
  const changes = createChanges();
  const mails = createMails(changes.notify);
  const fateOf = createMailBehaviours();
  /** Sessions whose mail under way is to be left without an answer. */
  const silent = new WeakSet<SMTPServerSession>();

  const server = new SMTPServer({
    banner: 'Dakiya sandbox',
    size: mostOctets,
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
      const fate = fateOf(address);
      if (fate === 'silent') silent.add(session);
      if (fate === 'later') callback(refusal(450, 'Not now, try again'));
      else if (fate === 'refused') callback(refusal(550, 'Nobody lives here'));
      else callback();
    },
    onData(stream, session, callback) {
      take(stream, session).then(() => {
        if (!silent.has(session)) callback();
      }, callback);
    },
  });

  async function take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const octets = await buffer(stream);
    if (stream.sizeExceeded) throw refusal(552, 'Larger than 1 MiB');
    const content = await readMail(octets);
    const at = Date.now();
    for (const { address } of session.envelope.rcptTo) mails.add({ ...content, to: address, at });
  }

  // A client that hangs up in the middle is no news here.
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

/** An answer of SMTP other than 'taken'. */
function refusal(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode });
}
