import { placeholders, secretPlaceholderOf } from '#app/samples/contract.ts';
import type { AuthScheme } from './contract.ts';

export type HttpCall = {
  method: string;
  /** Path and query, from `/api/v1` on. */
  address: string;
  headers: [name: string, value: string][];
  /** The body as JSON; undefined if the call has none. */
  body?: string;
  /** The fields of a form with a file, instead of JSON. */
  form?: [name: string, value: string][];
};

/** Credentials of all kinds. A call uses those of its scheme. */
export type Credentials = { keyId: string; secretKey: string; token: string };

/** Placeholders for secrets, which are never written into a page. */
export const maskedCredentials = (keyId: string | null): Credentials => ({
  keyId: keyId || placeholders.keyId,
  secretKey: secretPlaceholderOf(keyId),
  token: 'your_session_token',
});

/** The headers that authenticate a call. */
export function credentialHeaders(
  access: AuthScheme,
  credentials: Credentials,
): HttpCall['headers'] {
  if (access === 'none') return [];
  if (access === 'session') return [['authorization', `Bearer ${credentials.token}`]];
  return [
    ['x-api-id', credentials.keyId],
    ['x-api-key', credentials.secretKey],
  ];
}

type Parts = {
  method: string;
  path: string;
  parameters: { path: [string, string][]; query: [string, string][]; header: [string, string][] };
  credentials: HttpCall['headers'];
  body: unknown;
};

/** Builds a call. An undefined body is omitted. */
export function toCall({ method, path, parameters, credentials, body }: Parts): HttpCall {
  const filled = parameters.path.reduce(
    (at, [name, value]) => at.replace(`{${name}}`, () => encodeURIComponent(value)),
    path,
  );
  const query = new URLSearchParams(parameters.query).toString();
  const json = body === undefined ? undefined : JSON.stringify(body, null, 2);
  return {
    method,
    address: `/api/v1${filled}${query && `?${query}`}`,
    headers: [
      ...credentials,
      ...parameters.header,
      ...(json === undefined ? [] : [['content-type', 'application/json'] as [string, string]]),
    ],
    ...(json !== undefined && { body: json }),
  };
}

/** Formats a call as a curl command for a shell. */
export function toCurl(
  { method, address, headers, body, form = [] }: HttpCall,
  publicUrl: string,
): string {
  const url = publicUrl + address;
  // curl uses GET by default, and POST with a body.
  const implied = body === undefined && form.length === 0 ? 'GET' : 'POST';
  const start = method === implied ? 'curl' : `curl -X ${method}`;
  return [
    `${start} ${/^[\w:/.-]+$/.test(url) ? url : quote(url)}`,
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quote(body)}`]),
    ...form.map(([name, value]) => `-F ${quote(`${name}=${value}`)}`),
  ].join(' \\\n  ');
}

/** Within single quotes only the single quote is special to a shell. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
