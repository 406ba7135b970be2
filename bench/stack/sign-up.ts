import { z } from 'zod';

/** A user who was registered over the API. */
export type Registered = {
  userId: string;
  email: string;
  password: string;
  createKey(name: string): Promise<{ keyId: string; secretKey: string }>;
  /** Creates a webhook endpoint that wants all events. @returns its id */
  createEndpoint(url: string): Promise<string>;
};

const password = 'correct horse';

const signedUp = z.object({ user: z.object({ _id: z.string() }) });
const loggedIn = z.object({ token: z.string() });
const madeEndpoint = z.object({ data: z.object({ _id: z.string() }) });
const madeKey = z.object({ data: z.object({ keyId: z.string(), secretKey: z.string() }) });

/** Registers a user and logs in, over HTTP. @param url of the web */
export async function signUp(url: string, name: string): Promise<Registered> {
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
    if (!response.ok)
      throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const names = { name, email, password, passwordConfirm: password };
  const { user } = signedUp.parse(await call('/users/signup', names));
  const { token } = loggedIn.parse(await call('/users/login', { email, password }));
  return {
    userId: user._id,
    email,
    password,
    createKey: async (of) =>
      madeKey.parse(await call('/api-keys/create-api-key', { name: of }, token)).data,
    createEndpoint: async (to) =>
      madeEndpoint.parse(await call('/webhooks/endpoints', { url: to }, token)).data._id,
  };
}

/** Headers of a request to the API with a key. */
export const keyHeaders = ({ keyId, secretKey }: { keyId: string; secretKey: string }) => ({
  'x-api-id': keyId,
  'x-api-key': secretKey,
  'content-type': 'application/json',
});
