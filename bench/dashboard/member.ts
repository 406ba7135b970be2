import { z } from 'zod';
import type { Dakiya } from '../stack/dakiya.ts';

/** A signed-in user with two API keys. */
export type Member = {
  userId: string;
  keyIds: [string, string];
  /** Requests a page with the session cookie. */
  open(path: string): Promise<{ status: number; html: string }>;
};

const password = 'correct horse';

const signedUp = z.object({ user: z.object({ _id: z.string() }) });
const loggedIn = z.object({ token: z.string() });
const madeKey = z.object({ data: z.object({ keyId: z.string() }) });

/** Registers a user, creates two API keys and logs in, all over HTTP. */
export async function signUp({ url }: Dakiya, name: string): Promise<Member> {
  const email = `${name}@bench.localhost.test`;
  const call = async (path: string, body: object, token?: string): Promise<unknown> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const names = { name, email, password, passwordConfirm: password };
  const { user } = signedUp.parse(await call('/users/signup', names));
  const { token } = loggedIn.parse(await call('/users/login', { email, password }));
  const createKey = async (of: string) =>
    madeKey.parse(await call('/api-keys/create-api-key', { name: of }, token)).data.keyId;
  const keyIds: [string, string] = [await createKey('Shop'), await createKey('Office')];
  const cookie = await logIn(url, { email, password });
  return {
    userId: user._id,
    keyIds,
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
