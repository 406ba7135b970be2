import type { EmailContent } from '#domain/notifications/mail/letters/email-content.ts';

/** The letter with the link to a new password. */
export function resetPasswordEmail(name: string, link: string): EmailContent {
  return {
    subject: 'Reset your Dakiya password',
    name,
    heading: 'Reset your password',
    paragraphs: ['Somebody, probably you, asked for a new password for your Dakiya account.'],
    action: { label: 'Choose a new password', href: link },
    afterwards: [
      'The link is good once, within 30 minutes of this mail. A later mail makes it void.',
      'If you did not ask for it, ignore this mail: your password stays as it is.',
    ],
  };
}
