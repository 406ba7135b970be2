import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';

const time = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'Asia/Kolkata',
});

/**
 * Notice of a changed password.
 *
 * @param link page that resets it again
 * @param keysOff API keys turned off because the address was unconfirmed at the reset
 */
export function passwordChangedEmail(
  name: string,
  changedAt: Date,
  link: string,
  keysOff = 0,
): EmailContent {
  return {
    subject: 'Your Dakiya password was changed',
    name,
    heading: 'Your password was changed',
    paragraphs: [
      `The password of your Dakiya account was changed on ${time.format(changedAt)} (India time). All other devices were signed out.`,
      ...(keysOff > 0 ? [keysTurnedOff(keysOff)] : []),
      'If that was you, you need not do anything. If it was not, choose a new password now:',
    ],
    action: { label: 'Set a new password', href: link },
  };
}

const keysTurnedOff = (count: number) =>
  `${count === 1 ? 'One API key is' : `${count} API keys are`} turned off, because nobody had confirmed the e-mail address of the account when the password was reset: somebody else may have created ${count === 1 ? 'it' : 'them'}. Sign in and turn on what is yours under Manage API, and delete the rest.`;
