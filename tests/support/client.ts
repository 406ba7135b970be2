import type { Account, User } from './account.ts';

/** The caller: a program with its API key, or a user with the token of a session. */
export type CallerKind = Account | Pick<User, 'token'> | null;

/** A parsed response of the API. */
export type Reply = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  body: any;
};

type Sent = { body?: unknown; headers?: Record<string, string> };

/**
 * A client of `/api/v1`.
 *
 * @param ask sends the requests; by default `fetch`
 */
export function client(baseUrl: string, as: CallerKind, ask: typeof fetch = fetch) {
  const credentials = credentialsOf(as);

  async function call(method: string, path: string, { body, headers }: Sent = {}): Promise<Reply> {
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await ask(`${baseUrl}/api/v1${path}`, {
      method,
      headers: {
        ...credentials,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: raw ? (body as string) : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  }

  return {
    call,
    get: (path: string) => call('GET', path),
    post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      call('POST', path, { body, headers }),
    send: (recipient: string, message: string, headers: Record<string, string> = {}) =>
      call('POST', '/messages/send-message', { body: { recipient, message }, headers }),
  };
}

function credentialsOf(as: CallerKind): Record<string, string> {
  if (!as) return {};
  if ('token' in as) return { authorization: `Bearer ${as.token}` };
  return { 'x-api-id': as.keyId, 'x-api-key': as.secretKey };
}
