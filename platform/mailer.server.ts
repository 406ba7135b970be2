import { createTransport } from 'nodemailer';
import { mailSettings } from './mail-settings.ts';
import { onShutdown } from './shutdown.ts';
import { toStorableLine } from './storable-text.ts';

type Letter = { to: string; subject: string; text: string; html: string };

/** What came of handing in a letter; `passes` says whether it may be taken another time. */
export type SmtpResult = { kind: 'taken' } | { kind: 'refused'; passes: boolean; reason: string };

/** The longest silence of the mail server, and the longest that one letter may take, in milliseconds. */
const silenceMs = 10_000;
export const smtpTimeoutMs = 30_000;

let made: ReturnType<typeof openTransport> | undefined;

/** Made when the first letter is sent: most processes send none. */
function transport() {
  made ??= openTransport();
  return made;
}

function openTransport() {
  const opened = createTransport({
    url: mailSettings.SMTP_URL,
    pool: true,
    maxConnections: 5,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
  });
  onShutdown('mailer', async () => opened.close());
  return opened;
}

/**
 * Hands a letter in at the mail server of `SMTP_URL`.
 *
 * @returns `taken`, or why not
 * @throws what is not of the wire: a bug
 */
export async function sendViaSmtp({ to, subject, text, html }: Letter): Promise<SmtpResult> {
  try {
    await transport().sendMail({
      from: mailSettings.MAIL_FROM,
      // As an object it is one address, whatever it looks like; a string could name several.
      to: { name: '', address: to },
      subject,
      text,
      html,
      signal: AbortSignal.timeout(smtpTimeoutMs),
    });
    return { kind: 'taken' };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { kind: 'refused', passes: !isFinal(error), reason: toStorableLine(error.message, 500) };
  }
}

/**
 * Only what the server says of this recipient or this letter, with a reply of 500 or more
 * (RFC 5321, 4.2.1), is final; so is an address that cannot be written on an envelope. A wrong
 * password or a sender that is not admitted is for the operator to mend, and the letter waits.
 */
function isFinal(error: Error): boolean {
  const { code, command, responseCode } = error as Error & Record<string, unknown>;
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  if (command === 'API') return true;
  return command !== 'MAIL FROM' && typeof responseCode === 'number' && responseCode >= 500;
}
