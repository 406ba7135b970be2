import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';

/**
 * The email after sign-up, and when the user requests the link again.
 *
 * @param link confirms the address; null if it is confirmed already
 */
export function welcomeEmail(name: string, link: string | null): EmailContent {
  if (link === null) {
    return {
      subject: 'Welcome to Dakiya',
      name,
      heading: 'Welcome to Dakiya',
      paragraphs: ['Your account is ready, and your e-mail address is confirmed.'],
    };
  }
  return {
    subject: 'Welcome to Dakiya: please confirm your address',
    name,
    heading: 'Welcome to Dakiya',
    paragraphs: ['Your account is ready. Please confirm that this e-mail address is yours.'],
    action: { label: 'Confirm my address', href: link },
    afterwards: [
      'The link is good once, within 7 days.',
      'If you did not sign up, somebody typed your address by mistake: you need not do anything.',
    ],
  };
}
