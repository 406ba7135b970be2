import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';
import { loginCode } from '../contract.ts';

/**
 * The mail with the code that signs in beside the password.
 *
 * @param link where its owner gets a new password, if it was somebody else
 */
export function loginCodeEmail(name: string, code: string, link: string): EmailContent {
  return {
    subject: `${code} is your Dakiya sign-in code`,
    name,
    heading: 'Your sign-in code',
    paragraphs: [
      `Your code is ${code}. Enter it together with your password. It works once, within ${loginCode.lifeMs / 60_000} minutes, and a later code replaces it.`,
      'We ask for it because many wrong passwords were tried for your account today. Nobody gets in without this code: do not give it to anybody.',
      'Somebody entered your right password just now. If that was not you, choose a new password:',
    ],
    action: { label: 'Set a new password', href: link },
  };
}
