import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { logger } from '#platform/logger.ts';
import { createChanges } from '../state.ts';

/** A received email, for one recipient. */
export type StoredMail = {
  serial: number;
  /** Addresses without display names. */
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Milliseconds since 1970. */
  at: number;
};

const maxBytes = 1024 * 1024;

/** A running SMTP server that stores emails instead of delivering them. */
export type Mailbox = Awaited<ReturnType<typeof createMailbox>>;

/**
 * Starts an SMTP server that accepts emails from and to any address, with any or no credentials, and stores
 * them.
 *
 * @param port 0 picks a free port
 * @returns once it listens
 * @throws the socket's error if the port is not available
 */
export async function createMailbox({ host = '127.0.0.1', port = 0 } = {}) {
  const changes = createChanges();
  const mails = createMails(changes.notify);
  const pickBehaviour = createMailBehaviours();
  /** The SMTP sessions whose current email gets no response. */
  const silent = new WeakSet<SMTPServerSession>();

  const server = new SMTPServer({
    banner: 'Dakiya sandbox',
    size: maxBytes,
    authOptional: true,
    allowInsecureAuth: true,
    // STARTTLS is off, because there is no certificate that a client could trust.
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
    const { from, subject = '', text = '', html = '' } = await PostalMime.parse(octets);
    for (const { address: to } of session.envelope.rcptTo) {
      mails.add({
        from: from?.address ?? '',
        to,
        subject,
        // Final line breaks are removed, because they differ between encodings.
        text: text.trimEnd(),
        html: html.trimEnd(),
        at: Date.now(),
      });
    }
  }

  // Errors of connections are logged at the level `debug` only, because clients that disconnect are expected.
  server.on('error', (error) => logger.debug({ error }, 'a mailbox connection reported an error'));
  const listener = server.listen(port, host);
  await once(listener, 'listening');
  return {
    /** The port on which the server listens, even if port 0 was requested. */
    port: (listener.address() as AddressInfo).port,
    mails,
    /** Calls the listener after each change. */
    subscribe: changes.subscribe,
    /** Closes all connections and the server. */
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function smtpError(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

/** Email addresses with a fixed behaviour, with or without a +tag. */
export const magicAddresses = [
  {
    name: 'later',
    onlyFirst: true,
    description: 'Every first attempt fails with 450, the next one succeeds',
  },
  { name: 'refused', onlyFirst: false, description: 'Always fails with 550' },
  {
    name: 'silent',
    onlyFirst: true,
    description: 'The first attempt is accepted but gets no response; the second one succeeds',
  },
] as const;

type MailBehaviour = 'accepted' | (typeof magicAddresses)[number]['name'];

/**
 * Creates a function that returns the behaviour for an email address. It counts the attempts per address.
 */
function createMailBehaviours(): (address: string) => MailBehaviour {
  const attempts = new Map<string, number>();
  return (address) => {
    const [, name] = /^(\w+)(?:\+[^@]*)?@sandbox\.test$/i.exec(address) ?? [];
    const magic = magicAddresses.find((one) => one.name === name?.toLowerCase());
    if (!magic) return 'accepted';
    const before = attempts.get(address) ?? 0;
    attempts.set(address, before + 1);
    return magic.onlyFirst && before % 2 === 1 ? 'accepted' : magic.name;
  };
}

const maxMails = 500;

/** Stores the newest emails in memory. */
function createMails(changed: () => void) {
  let mails: StoredMail[] = [];
  let serial = 0;
  return {
    add(mail: Omit<StoredMail, 'serial'>): void {
      serial += 1;
      mails = [{ ...mail, serial }, ...mails].slice(0, maxMails);
      changed();
    },
    /**
     * Newest first.
     *
     * @param to the recipient's address or a part of it, ignoring case; an empty string lists all emails
     */
    list(to = ''): StoredMail[] {
      const wanted = to.toLowerCase();
      return mails.filter((mail) => mail.to.toLowerCase().includes(wanted));
    },
    get: (wanted: number): StoredMail | undefined => mails.find(({ serial }) => serial === wanted),
    clear(): void {
      mails = [];
      changed();
    },
  };
}
