import type { Mails } from './mails.ts';

/**
 * Mails that arrived, newest first.
 *
 * @param to the whole address, in any case; empty for all
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
