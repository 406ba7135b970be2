import { signUp } from '#domain/identity/accounts/sign-up.ts';
import { listKeysWithSecrets } from '#domain/identity/api-keys/user-keys.ts';
import { createSession } from '#domain/identity/sessions/create-session.ts';
import { asProgram, ownProgram, type User } from './account.ts';

let made = 0;

/** A user who has just signed up, with the test key of a new account. */
export async function aNewcomer(): Promise<
  User & { testKey: { keyId: string; secretKey: string } }
> {
  made += 1;
  const [email, password] = [`newcomer${made}@example.com`, 'correct horse'];
  const input = { name: 'Asha Rao', email, password, passwordConfirm: password };
  const userId = await signUp(input, ownProgram);
  const [testKey] = await listKeysWithSecrets(userId);
  if (!testKey) throw new Error('a new account has a test key');
  return { userId, email, password, token: await createSession(userId, asProgram), testKey };
}
