import type { Mails } from './mails.ts';

/**
 * Received emails, newest first.
 *
 * @param to the whole address, case-insensitive; empty for all
 */
export function mailboxJson(mails: Mails, to: string) {
  const shown = mails.list(to).filter((mail) => !to || mail.to.toLowerCase() === to.toLowerCase());
  return {
    mails: shown.map(({ to, subject, text, html, at }) => ({
      to,
      subject,
      text,
      html,
      at: new Date(at).toISOString(),
    })),
  };
}
