import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';

const time = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'Asia/Kolkata',
});

/**
 * Notice of a sign-in from a new device.
 *
 * @param device its name, such as `Firefox on Linux`
 * @param link page that resets the password
 */
export function newSignInEmail(name: string, device: string, at: Date, link: string): EmailContent {
  return {
    subject: 'New sign-in to your Dakiya account',
    name,
    heading: 'New sign-in to your account',
    paragraphs: [
      `Somebody signed in to your Dakiya account on ${time.format(at)} (India time) from a device that you have not used here before: ${device}.`,
      'If that was you, you need not do anything. If it was not, set a new password now. It signs out all devices:',
    ],
    action: { label: 'Set a new password', href: link },
    afterwards: ['Your dashboard lists all devices that are signed in, under Account.'],
  };
}
