import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';

/** The email with the password reset link. */
export function resetPasswordEmail(name: string, link: string): EmailContent {
  return {
    subject: 'Reset your Dakiya password',
    name,
    heading: 'Reset your password',
    paragraphs: ['We received a request to reset the password of your Dakiya account.'],
    action: { label: 'Choose a new password', href: link },
    afterwards: [
      'The link works once and expires in 30 minutes. Requesting a new link cancels this one.',
      'If you did not ask for it, ignore this mail: your password stays as it is.',
    ],
  };
}
