import { createHmac, randomInt } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A part of a multipart form. */
export type Part = { name: string; value: string; file?: { name: string; type: string } };

/** The body of a request: text, bytes, or a multipart form. */
export type Body =
  | { text: string }
  | { base64: string }
  | { parts: Part[]; boundary: string; broken: 'no' | 'unclosed' | 'wrong-boundary' | 'cut' };

/** The credentials of a request. */
export type CallerKind =
  | 'anonymous'
  | 'key'
  | 'basic'
  | 'bearer-key'
  | 'token'
  | 'cookie'
  | 'dead-key'
  | 'dead-token'
  | 'dead-cookie'
  | 'mixed'
  | 'junk';

/**
 * A generated request, as it is printed and shrunk. When it is sent, `«own.keyId»` and similar
 * placeholders are replaced from `Names`.
 */
export type FuzzRequest = {
  method: string;
  /** Path and query. */
  path: string;
  as: CallerKind;
  headers: [name: string, value: string][];
  body: Body | null;
  /** Whether the body is sent in chunks, without `Content-Length`. */
  chunked: boolean;
};

/** The values of `«name»` placeholders. */
export type Names = Record<string, string>;

/** Replaces placeholders by their values; an unknown one becomes empty. */
const fillNames = (text: string, names: Names) =>
  text.replace(/«([\w.]+)»/g, (_, name: string) => names[name] ?? '');

/** Restores placeholders whose `«»` was percent-encoded. A single `«` or `»` stays encoded. */
export const restoreNames = (encoded: string) =>
  encoded.replaceAll(/%C2%AB([\w.]+)%C2%BB/g, '«$1»');

/** The bytes of a body, and the content type of a multipart form. */
function encode(body: Body, names: Names): { bytes: Buffer; type?: string } {
  if ('text' in body) return { bytes: Buffer.from(fillNames(body.text, names)) };
  if ('base64' in body) return { bytes: Buffer.from(body.base64, 'base64') };
  const pieces = body.parts.flatMap(({ name, value, file }) => [
    `--${body.boundary}\r\n`,
    `content-disposition: form-data; name="${name}"${file ? `; filename="${file.name}"` : ''}\r\n`,
    file ? `content-type: ${file.type}\r\n\r\n` : '\r\n',
    file ? Buffer.from(value, 'base64') : fillNames(value, names),
    '\r\n',
  ]);
  if (body.broken !== 'unclosed') pieces.push(`--${body.boundary}--\r\n`);
  const whole = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
  const bytes = body.broken === 'cut' ? whole.subarray(0, whole.length >> 1) : whole;
  const boundary = body.broken === 'wrong-boundary' ? 'another' : body.boundary;
  return { bytes, type: `multipart/form-data; boundary=${boundary}` };
}

/** Prints a request in a few lines; long lines are cut. */
export function describe({ method, path, as, headers, body, chunked }: FuzzRequest): string {
  const most = 1_500;
  const lines = [
    `${method} ${path} as ${as}${chunked ? ', chunked' : ''}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body ? [JSON.stringify(body)] : []),
  ];
  return lines
    .map((line) => (line.length > most ? `${line.slice(0, most)}… (${line.length})` : line))
    .join('\n');
}

/** A response, as the checks need it. */
export type FuzzResponse = {
  status: number;
  /** The content type without parameters; empty if there is none. */
  type: string;
  text: string;
  /** The `Location` header, as a path if it is on the same origin. */
  location: string | null;
  requestId: string;
  /** The victim's secrets, which the response must not contain. */
  secrets: readonly string[];
};

/** Longer than any response may take, even on a busy machine. */
const timeoutMs = 30_000;

type SendOptions = {
  /** Where the web listens. */
  url: string;
  /** The public origin. */
  origin: string;
  webhookSecret: string;
  secrets: readonly string[];
};

export type Send = (fuzzRequest: FuzzRequest, names: Names) => Promise<FuzzResponse>;

/** A random IPv4 address, so that limits per address are not reached. */
const anyAddress = () =>
  [1 + randomInt(222), randomInt(256), randomInt(256), randomInt(256)].join('.');

/** Creates the function that sends requests to a web. A connection carries one request at a time. */
export function createSend({
  url,
  origin,
  webhookSecret,
  secrets,
}: SendOptions): Send & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const { hostname, port } = new URL(url);

  const send: Send = async (fuzzRequest, known) => {
    const names = { ...known, origin };
    const body = fuzzRequest.body ? encode(fuzzRequest.body, names) : null;
    const sign = () =>
      createHmac('sha256', webhookSecret)
        .update(body?.bytes ?? '')
        .digest('hex');
    const headers = new Map<string, string>([
      ['host', new URL(origin).host],
      ['x-forwarded-for', anyAddress()],
      ...credentials(fuzzRequest.as, names),
    ]);
    for (const [name, value] of fuzzRequest.headers)
      headers.set(name, fillNames(value.replace('«signature»', sign), names));
    if (body?.type) headers.set('content-type', body.type);
    if (body && fuzzRequest.chunked) headers.set('transfer-encoding', 'chunked');
    else if (body) headers.set('content-length', String(body.bytes.length));

    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const clientRequest = request({
        agent,
        hostname,
        port,
        method: fuzzRequest.method,
        path: fillNames(fuzzRequest.path, names),
        headers: Object.fromEntries(headers),
        signal: AbortSignal.timeout(timeoutMs),
      });
      clientRequest.on('response', resolve).on('error', reject);
      clientRequest.end(body?.bytes);
    });
    const text = (await buffer(response)).toString();
    const location = response.headers.location ?? null;
    return {
      status: response.statusCode ?? 0,
      type: (response.headers['content-type'] ?? '').split(';')[0]?.trim() ?? '',
      text,
      location: location?.startsWith(`${origin}/`) ? location.slice(origin.length) : location,
      requestId: String(response.headers['x-request-id'] ?? ''),
      secrets,
    };
  };
  return Object.assign(send, { close: () => agent.destroy() });
}

function credentials(as: CallerKind, names: Names): [string, string][] {
  const { 'own.keyId': id = '', 'own.secretKey': key = '', 'own.token': token = '' } = names;
  const basic = (user: string, secret: string) =>
    `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
  const headers: Record<CallerKind, [string, string][]> = {
    anonymous: [],
    key: [
      ['x-api-id', id],
      ['x-api-key', key],
    ],
    basic: [['authorization', basic(id, key)]],
    'bearer-key': [['authorization', `Bearer ${key}`]],
    token: [['authorization', `Bearer ${token}`]],
    cookie: [['cookie', names['own.cookie'] ?? '']],
    'dead-key': [
      ['x-api-id', names['dead.keyId'] ?? ''],
      ['x-api-key', names['dead.secretKey'] ?? ''],
    ],
    'dead-token': [['authorization', `Bearer ${names['dead.token']}`]],
    'dead-cookie': [['cookie', `${names['dead.cookie']}; ${names['own.ownerCookie']}`]],
    // The sender's own key with the victim's API ID.
    mixed: [
      ['x-api-id', names['victim.keyId'] ?? ''],
      ['x-api-key', key],
    ],
    junk: [
      ['authorization', 'Bearer sk_\xff\xfe'],
      ['x-api-id', '__proto__'],
      ['x-api-key', "' OR 1=1"],
      ['cookie', 'sid=e30%3D'],
    ],
  };
  return headers[as];
}
