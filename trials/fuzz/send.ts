import { createHmac, randomInt } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

type Part = { name: string; value: string; file?: { name: string; type: string } };

/** The body of a request: text, bytes, or a multipart form. */
export type Body =
  | { text: string }
  | { base64: string }
  | { parts: Part[]; boundary: string; broken: Broken };

/** How a multipart form is malformed. */
export type Broken = 'no' | 'unclosed' | 'wrong-boundary' | 'cut';

export type Header = [name: string, value: string];

/** The headers with the credentials of a request, with placeholders as in `FuzzRequest`. */
const credentials = {
  anonymous: {},
  key: { 'x-api-id': '«own.keyId»', 'x-api-key': '«own.secretKey»' },
  basic: { authorization: 'Basic «own.basic»' },
  'bearer-key': { authorization: 'Bearer «own.secretKey»' },
  token: { authorization: 'Bearer «own.token»' },
  cookie: { cookie: '«own.cookie»' },
  'dead-key': { 'x-api-id': '«dead.keyId»', 'x-api-key': '«dead.secretKey»' },
  'dead-token': { authorization: 'Bearer «dead.token»' },
  'dead-cookie': { cookie: '«dead.cookie»; «own.ownerCookie»' },
  // The sender's own key, with the victim's API ID.
  mixed: { 'x-api-id': '«victim.keyId»', 'x-api-key': '«own.secretKey»' },
  junk: {
    ...{ authorization: 'Bearer sk_\xff\xfe', 'x-api-id': '__proto__', 'x-api-key': "' OR 1=1" },
    cookie: 'sid=e30%3D',
  },
} as const satisfies Record<string, Record<string, string>>;

export type CallerKind = keyof typeof credentials;

/**
 * A generated request, in the form that is printed and shrunk. When it is sent, placeholders such as `«own.keyId»` are
 * replaced with the values in `Names`.
 */
export type FuzzRequest = {
  method: string;
  /** Path and query. */
  path: string;
  as: CallerKind;
  headers: Header[];
  body: Body | null;
  /** Whether the body is sent in chunks, without `Content-Length`. */
  chunked: boolean;
};

/** The values of `«name»` placeholders. */
export type Names = Record<string, string>;

/** Replaces placeholders with their values, and unknown placeholders with an empty string. */
const fillNames = (text: string, names: Names) =>
  text.replace(/«([\w.]+)»/g, (_, name: string) => names[name] ?? '');

/** Restores placeholders whose `«»` was percent-encoded. A single `«` or `»` stays encoded. */
export const restoreNames = (encoded: string) =>
  encoded.replaceAll(/%C2%AB([\w.]+)%C2%BB/g, '«$1»');

/** Encodes a body. For a multipart form, also returns its content type. */
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

/** Formats a request in a few lines. Long lines are cut. */
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

/** The parts of a response that the checks need. */
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

/** Maximum duration of any response in milliseconds, even on a busy machine. */
const timeoutMs = 30_000;

export type Send = (fuzzRequest: FuzzRequest, names: Names) => Promise<FuzzResponse>;

/** A random IPv4 address, so that limits per address are not reached. */
const anyAddress = () =>
  [1 + randomInt(222), randomInt(256), randomInt(256), randomInt(256)].join('.');

/** Returns the values of the placeholders for the signatures of a body at the current time. */
function signaturesOf(body: Buffer, names: Names, paymentSecret: string): Names {
  const seconds = String(Math.floor(Date.now() / 1_000));
  const hmac = (secret: string, prefix = '') =>
    createHmac('sha256', secret).update(prefix).update(body);
  const supabase = hmac(names['own.hookSecret.supabase'] ?? '', `fuzz.${seconds}.`);
  const zitadel = hmac(names['own.hookSecret.zitadel'] ?? '', `${seconds}.`);
  return {
    ...{ seconds, signature: hmac(paymentSecret).digest('hex') },
    standardWebhook: `v1,${supabase.digest('base64')}`,
    zitadelSignature: `t=${seconds},v1=${zitadel.digest('hex')}`,
  };
}

type SendOptions = Record<'url' | 'origin' | 'webhookSecret', string> &
  Pick<FuzzResponse, 'secrets'>;

/**
 * Creates the function that sends requests to a web server. A connection is used for one request at a time.
 *
 * @param options where the web server listens, its public origin, and the secrets
 */
export function createSend(options: SendOptions): Send & { close(): void } {
  const { origin, webhookSecret, secrets } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const { hostname, port } = new URL(options.url);

  const send: Send = async ({ method, path, as, headers: own, body, chunked }, known) => {
    const names = { ...known, origin };
    const { bytes, type } = body ? encode(body, names) : {};
    const signed = { ...names, ...signaturesOf(bytes ?? Buffer.alloc(0), names, webhookSecret) };
    const headers: Record<string, string> = {
      host: new URL(origin).host,
      'x-forwarded-for': anyAddress(),
    };
    for (const [name, value] of [...Object.entries(credentials[as]), ...own])
      headers[name] = fillNames(value, signed);
    if (type) headers['content-type'] = type;
    if (bytes && chunked) headers['transfer-encoding'] = 'chunked';
    else if (bytes) headers['content-length'] = String(bytes.length);

    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const filled = fillNames(path, names);
      request({ agent, hostname, port, method, path: filled, headers, signal })
        .on('response', resolve)
        .on('error', reject)
        .end(bytes);
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
