import type { LetterContent } from '#domain/mail/letters/content.ts';

const time = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'Asia/Kolkata',
});

/**
 * The notice of a changed password.
 *
 * @param link where its owner gets a new one, if it was somebody else
 */
export function passwordChanged(name: string, changedAt: Date, link: string): LetterContent {
  return {
    subject: 'Your Dakiya password was changed',
    name,
    heading: 'Your password was changed',
    paragraphs: [
      `The password of your Dakiya account was changed on ${time.format(changedAt)} (India time). All devices were signed out.`,
      'If that was you, you need not do anything. If it was not, choose a new password now:',
    ],
    action: { label: 'Set a new password', href: link },
  };
}
