import { createTransport } from 'nodemailer';
import { perInstance } from './instance.ts';
import { mailSettings } from './mail-settings.ts';
import { onShutdown } from './shutdown.ts';
import { toStorableLine } from './storable-text.browser.ts';

type Email = { to: string; subject: string; text: string; html: string };

/** The result of sending an email; `isTemporary` says whether a retry may succeed. */
export type SmtpResult =
  | { kind: 'accepted' }
  | { kind: 'rejected'; isTemporary: boolean; reason: string };

/**
 * Timeouts in milliseconds. `socketTimeoutMs` limits how long the SMTP server may be silent, and `smtpTimeoutMs` how long
 * sending one email may take.
 */
const socketTimeoutMs = 10_000;
export const smtpTimeoutMs = 30_000;

/** The connections to the SMTP server, which are opened on first use because most processes send no email. */
const transport = perInstance(openTransport);

function openTransport() {
  const opened = createTransport({
    url: mailSettings.SMTP_URL,
    pool: true,
    maxConnections: 5,
    connectionTimeout: socketTimeoutMs,
    greetingTimeout: socketTimeoutMs,
    socketTimeout: socketTimeoutMs,
  });
  onShutdown('mailer', async () => opened.close());
  return opened;
}

/**
 * Sends an email through the SMTP server of `SMTP_URL`.
 *
 * @returns `accepted`, or the reason of the rejection
 * @throws errors that do not come from SMTP, which are bugs
 */
export async function sendViaSmtp({ to, subject, text, html }: Email): Promise<SmtpResult> {
  try {
    await transport().sendMail({
      from: mailSettings.MAIL_FROM,
      // This is an object, because a string could contain several addresses.
      to: { name: '', address: to },
      subject,
      text,
      html,
      signal: AbortSignal.timeout(smtpTimeoutMs),
    });
    return { kind: 'accepted' };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return {
      kind: 'rejected',
      isTemporary: !isPermanent(error),
      reason: toStorableLine(error.message, 500),
    };
  }
}

/**
 * Whether an error is permanent: a reply of 500 or more (RFC 5321, 4.2.1) about this recipient or email, or an address that
 * cannot be encoded. A wrong password or a rejected sender is not permanent, because the operator can correct it while the
 * email waits.
 */
function isPermanent(error: Error): boolean {
  const { code, command, responseCode } = error as Error & Record<string, unknown>;
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  if (command === 'API') return true;
  return command !== 'MAIL FROM' && typeof responseCode === 'number' && responseCode >= 500;
}
