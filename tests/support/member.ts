import { aUser } from './account.ts';
import { signedIn } from './signed-in.ts';

/** A signed-in user in a browser without JavaScript. */
export async function aMember(url: string, given: Parameters<typeof aUser>[0] = {}) {
  const user = await aUser(given);
  const visitor = await signedIn(url, user);
  /** The visitor's current cookies, for requests that `visitor` cannot send. */
  const cookie = () => [...visitor.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
  return { user, userId: user.userId, visitor, cookie };
}
