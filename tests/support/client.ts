import type { Account } from './account.ts';

/** An answer of the API, read. */
export type Reply = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
  body: any;
};

type Sent = { body?: unknown; headers?: Record<string, string> };

/** A caller of `/api/v1`: with an account's key, or without. */
export function client(baseUrl: string, account: Account | null) {
  const credentials: Record<string, string> = account
    ? { 'x-api-id': account.keyId, 'x-api-key': account.secretKey }
    : {};

  async function call(method: string, path: string, { body, headers }: Sent = {}): Promise<Reply> {
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
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
