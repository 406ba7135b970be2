import { requestMail } from '#domain/mail/request-mail.server.ts';
import { transaction } from '#platform/db.server.ts';
import type { SignUpInput } from './contract.ts';
import { createUser } from './create-user.server.ts';
import { hashNewPassword } from './hash-new-password.server.ts';

/**
 * Makes an account, and asks for the letter that welcomes its owner and confirms the address.
 *
 * @returns the user's id
 * @throws DomainError `email_taken`, whatever the case of its letters; and what `hashNewPassword` throws
 */
export async function signUp({ name, email, password }: SignUpInput): Promise<string> {
  // Hashing takes long: no connection is to be held for it.
  const passwordHash = await hashNewPassword(password, { name, email });
  return transaction(async (on) => {
    const userId = await createUser({ name, email, passwordHash }, on);
    await requestMail('welcome', email, on);
    return userId;
  });
}
