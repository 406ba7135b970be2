import { z } from 'zod';

const totalsSchema = z.object({
  submits: z.number(),
  accepted: z.number(),
  distinct: z.number(),
  duplicates: z.number(),
  receipts: z.number(),
  receiptsWaiting: z.number(),
});

const countsSchema = z.object({ counts: z.array(z.number()) });

/** Maximum number of phone numbers in one request, because its URL must stay far below 16 kB. */
const mostNumbers = 500;

const handsetSchema = z.object({
  messages: z.array(z.object({ at: z.coerce.date(), text: z.string() })),
});

export type Sandbox = ReturnType<typeof openSandbox>;

/** The JSON endpoints of a sandbox. @param url of its pages */
export function openSandbox(url: string) {
  const get = async (path: string) => (await fetch(`${url}${path}`)).json();
  const received = async (number: string) =>
    handsetSchema.parse(await get(`/handset.json?number=${number}`)).messages;
  return {
    url,
    /** The carrier's counters since the start. */
    totals: async () => totalsSchema.parse(await get('/submits.json')),
    /** The number of accepted submits to each number since the start, in the order of the numbers. */
    async acceptedFor(numbers: string[]): Promise<number[]> {
      const counts: number[] = [];
      for (let from = 0; from < numbers.length; from += mostNumbers) {
        const some = numbers.slice(from, from + mostNumbers).join(',');
        const found = countsSchema.parse(await get(`/submits.json?recipients=${some}`));
        counts.push(...found.counts);
      }
      return counts;
    },
    /** Sets the carrier's behaviour for the next submits. */
    async setNetwork(behaviour: string, count: number): Promise<void> {
      const response = await fetch(`${url}/network.json`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ behaviour, count }),
      });
      if (!response.ok) throw new Error(`network.json returned ${response.status}`);
    },
    /** The arrival times of a phone's texts, newest first, in milliseconds since 1970. */
    arrivals: async (number: string) => (await received(number)).map(({ at }) => at.getTime()),
    /** The texts that arrived at a phone, newest first. */
    texts: async (number: string) => (await received(number)).map(({ text }) => text),
  };
}

/** The credentials of an API key. */
export type Key = { keyId: string; secretKey: string };

export const keyHeaders = ({ keyId, secretKey }: Key) => ({
  'x-api-id': keyId,
  'x-api-key': secretKey,
  'content-type': 'application/json',
});

/** The password of all accounts. */
export const password = 'correct horse';

const signedUp = z.object({ user: z.object({ _id: z.string() }) });
const loggedIn = z.object({ token: z.string() });
const madeEndpoint = z.object({ data: z.object({ _id: z.string(), secret: z.string() }) });
const madeKey = z.object({ data: z.object({ keyId: z.string(), secretKey: z.string() }) });

export type Registered = Awaited<ReturnType<typeof signUp>>;

/** Registers a user and logs in, over HTTP. @param url of the web server */
export async function signUp(url: string, name: string) {
  const email = `${name}@stack.localhost.test`;
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
    createKey: async (of: string): Promise<Key> =>
      madeKey.parse(await call('/api-keys/create-api-key', { name: of }, token)).data,
    /** Creates a webhook endpoint for all events. @returns its id and secret */
    createEndpoint: async (to: string) =>
      madeEndpoint.parse(await call('/webhooks/endpoints', { url: to }, token)).data,
    /** Submits the login form. @param publicUrl the origin of the site @returns a function that opens a page */
    async logIn(publicUrl: string) {
      const response = await fetch(`${url}/login`, {
        method: 'POST',
        headers: { origin: publicUrl },
        body: new URLSearchParams({ email, password }),
        redirect: 'manual',
      });
      const [cookie = ''] = response.headers
        .getSetCookie()
        .flatMap((line) => (line.startsWith('sid=') ? [line.split(';')[0] ?? ''] : []));
      if (!cookie) throw new Error(`The login returned ${response.status} and no session cookie.`);
      return async (path: string) => {
        const page = await fetch(`${url}${path}`, { headers: { cookie }, redirect: 'manual' });
        return { status: page.status, html: await page.text() };
      };
    },
  };
}
