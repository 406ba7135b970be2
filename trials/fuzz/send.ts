import { createHmac, randomInt } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import {
  type CallerKind,
  encode,
  type FuzzRequest,
  fillNames,
  type Names,
} from './fuzz-request.ts';

/** What came back. */
export type Answer = {
  status: number;
  /** Without its parameters; empty if there is none. */
  type: string;
  text: string;
  /** Where it leads, from our own root on if it stays with us. */
  location: string | null;
  requestId: string;
  /** What belongs to somebody else and must not be in it. */
  secrets: readonly string[];
};

/** Longer than anything may take, however busy the machine is. */
const patienceMs = 30_000;

type Range = {
  /** Where the web listens. */
  url: string;
  /** By which name it is known. */
  origin: string;
  webhookSecret: string;
  secrets: readonly string[];
};

export type Send = (shot: FuzzRequest, names: Names) => Promise<Answer>;

/** Some address of the whole internet: limits by address are not what is tried here. */
const anyAddress = () =>
  [1 + randomInt(222), randomInt(256), randomInt(256), randomInt(256)].join('.');

/** What shoots at a web. Requests are kept apart: none shares a connection with one under way. */
export function createSend({
  url,
  origin,
  webhookSecret,
  secrets,
}: Range): Send & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const { hostname, port } = new URL(url);

  const send: Send = async (shot, known) => {
    const names = { ...known, origin };
    const body = shot.body ? encode(shot.body, names) : null;
    const sign = () =>
      createHmac('sha256', webhookSecret)
        .update(body?.bytes ?? '')
        .digest('hex');
    const headers = new Map<string, string>([
      ['host', new URL(origin).host],
      ['x-forwarded-for', anyAddress()],
      ...credentials(shot.as, names),
    ]);
    for (const [name, value] of shot.headers)
      headers.set(name, fillNames(value.replace('«signature»', sign), names));
    if (body?.type) headers.set('content-type', body.type);
    if (body && shot.chunked) headers.set('transfer-encoding', 'chunked');
    else if (body) headers.set('content-length', String(body.bytes.length));

    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request({
        agent,
        hostname,
        port,
        method: shot.method,
        path: fillNames(shot.path, names),
        headers: Object.fromEntries(headers),
        signal: AbortSignal.timeout(patienceMs),
      });
      asked.on('response', resolve).on('error', reject);
      asked.end(body?.bytes);
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
    nobody: [],
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
    // The sender's own key under the name of another's.
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
