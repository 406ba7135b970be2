import { requestMail } from '#domain/mail/request-mail.server.ts';
import type { SignUpInput } from './contract.ts';
import { createUser } from './create-user.server.ts';

/**
 * Makes an account, and asks for the letter that welcomes its owner and confirms the address.
 *
 * @returns the user's id
 * @throws DomainError `email_taken`, whatever the case of its letters
 */
export async function signUp({ name, email, password }: SignUpInput): Promise<string> {
  const userId = await createUser({ name, email, password });
  await requestMail('welcome', email);
  return userId;
}
