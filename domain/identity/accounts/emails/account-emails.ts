import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';
import { formatLongTime } from '#domain/shared/days-in-india.browser.ts';
import { loginCode } from '../contract.browser.ts';

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
      paragraphs: ['Your account is ready, and your email address is confirmed.'],
    };
  }
  return {
    subject: 'Welcome to Dakiya: please confirm your address',
    name,
    heading: 'Welcome to Dakiya',
    paragraphs: ['Your account is ready. Please confirm that this email address is yours.'],
    action: { label: 'Confirm my address', href: link },
    afterwards: [
      'The link is good once, within 7 days.',
      'If you did not sign up, somebody typed your address by mistake: you need not do anything.',
    ],
  };
}

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
      `The password of your Dakiya account was changed on ${formatLongTime(changedAt)}. All other devices were signed out.`,
      ...(keysOff > 0
        ? [keysTurnedOff(keysOff), 'If you did not change the password, choose a new one now:']
        : ['If that was you, you need not do anything. If it was not, choose a new password now:']),
    ],
    action: { label: 'Set a new password', href: link },
  };
}

const keysTurnedOff = (count: number) =>
  `${count === 1 ? 'One API key is' : `${count} API keys are`} turned off, because nobody had confirmed the email address of the account when the password was reset: somebody else may have created ${count === 1 ? 'it' : 'them'}. Sign in and turn on what is yours under Manage API, and delete the rest.`;

/**
 * The email with the code that a login requires besides the password.
 *
 * @param link page that resets the password
 */
export function loginCodeEmail(name: string, code: string, link: string): EmailContent {
  return {
    subject: `${code} is your Dakiya sign-in code`,
    name,
    heading: 'Your sign-in code',
    paragraphs: [
      `Your code is ${code}. Enter it together with your password. It works once, within ${loginCode.ttlMs / 60_000} minutes, and a later code replaces it.`,
      'We ask for it because many wrong passwords were tried for your account today. Nobody gets in without this code: do not give it to anybody.',
      'Somebody entered your right password just now. If that was not you, choose a new password:',
    ],
    action: { label: 'Set a new password', href: link },
  };
}

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
      `Somebody signed in to your Dakiya account on ${formatLongTime(at)} from a device that you have not used here before: ${device}.`,
      'If that was you, you need not do anything. If it was not, set a new password now. It signs out all devices:',
    ],
    action: { label: 'Set a new password', href: link },
    afterwards: ['Your dashboard lists all devices that are signed in, under Account.'],
  };
}
