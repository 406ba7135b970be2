import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';
import { loginCode } from '../contract.ts';

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
