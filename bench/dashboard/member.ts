import type { Dakiya } from '../stack/dakiya.ts';
import { signUp } from '../stack/sign-up.ts';

/** A signed-in user with two API keys. */
export type Member = {
  userId: string;
  keyIds: [string, string];
  /** Requests a page with the session cookie. */
  open(path: string): Promise<{ status: number; html: string }>;
};

/** Registers a user, creates two API keys and logs in, all over HTTP. */
export async function signUpMember({ url }: Dakiya, name: string): Promise<Member> {
  const { userId, email, password, createKey } = await signUp(url, name);
  const [shop, office] = [await createKey('Shop'), await createKey('Office')];
  const cookie = await logIn(url, { email, password });
  return {
    userId,
    keyIds: [shop.keyId, office.keyId],
    async open(path) {
      const response = await fetch(`${url}${path}`, { headers: { cookie }, redirect: 'manual' });
      return { status: response.status, html: await response.text() };
    },
  };
}

/** Submits the login form. @returns the session cookie */
async function logIn(url: string, fields: Record<string, string>): Promise<string> {
  const response = await fetch(`${url}/login`, {
    method: 'POST',
    // The default of PUBLIC_URL, against which the origin is checked.
    headers: { origin: url.replace('127.0.0.1', 'localhost') },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('sid='));
  if (!cookie) throw new Error(`The login returned ${response.status} and no session cookie.`);
  return cookie.split(';')[0] ?? '';
}
