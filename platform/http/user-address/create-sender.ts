import type { LookupAddress } from 'node:dns';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { databaseClock } from '#platform/database-clock.ts';
import { product } from '#product.ts';
import type { Allowance } from './allowance.ts';
import { checkUrl, type Target } from './check-url.ts';
import { isConnectionClosed, OutboundError, toOutboundError } from './outbound-error.ts';

/** A server's response with any status. */
export type OutboundResponse = { status: number; text: string; retryAfterSeconds: number | null };

type Message = { headers: Record<string, string>; body: string };

type Options = {
  allowance: Allowance;
  /** Resolves a host name. `isAllowed` says whether the operator allows the host by its name. */
  resolve: (host: string, isAllowed: boolean) => Promise<LookupAddress[]>;
  /** Timeout in milliseconds, from name resolution to the last byte. */
  timeoutMs: number;
  /** Maximum size of the response body in bytes, and of the response headers. */
  maxBytes: number;
  /**
   * Whether any response with a status is accepted: a redirect is returned like any other response, and a long body is cut.
   * By default, a redirect, a compressed response and a response that is too long are errors.
   */
  takesAnyBody?: boolean;
  /** A certificate authority that is trusted in addition to the default authorities. */
  ca?: string;
};

/** Maximum number of addresses of a name that are tried. */
const maxAddresses = 4;

/**
 * Maximum number of checked addresses that a sender remembers. An endpoint may get thousands of requests, and parsing the URL
 * takes a tenth of the time of a request.
 */
const maxTargets = 1_000;

/** How long an unused connection stays open, in milliseconds. */
const idleMs = 5_000;

/** Reusable connections to one address of one user. Each of them was opened to a checked IP address. */
export type Connections = ReturnType<typeof openConnections>;

/** @param max maximum number of connections */
export function openConnections(max: number) {
  const options = { keepAlive: true, maxSockets: max, maxFreeSockets: max, timeout: idleMs };
  const plain = new http.Agent(options);
  const secure = new https.Agent(options);
  return {
    agentFor: (isPlain: boolean): http.Agent => (isPlain ? plain : secure),
    close(): void {
      plain.destroy();
      secure.destroy();
    },
  };
}

/** The longest pause that we accept from a server, in seconds: a day. */
const maxSeconds = 86_400;

/**
 * Matches a date in the format of HTTP, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7). It does not match the
 * obsolete formats.
 */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Parses a Retry-After (RFC 9110, 10.2.3): a number of seconds, or a date.
 *
 * @param now milliseconds since 1970
 * @returns seconds, at most a day; 0 for a date in the past; null if the header is missing or invalid
 */
export function parseRetryAfter(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text), maxSeconds);
  const at = httpDate.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return null;
  return Math.min(Math.max(0, Math.ceil((at - now) / 1_000)), maxSeconds);
}

/**
 * Creates a function that posts to addresses from users. The function connects only to checked IP addresses: the name is
 * resolved only once, when the connection is opened, and not again after the check.
 */
export function createSender(options: Options) {
  const { allowance, resolve, timeoutMs, maxBytes, takesAnyBody = false, ca } = options;
  const targets = new Map<string, Target>();

  function targetOf(address: string): Target {
    const known = targets.get(address);
    if (known) return known;
    const target = checkUrl(address, allowance);
    if (targets.size >= maxTargets) targets.clear();
    targets.set(address, target);
    return target;
  }

  /** Creates a DNS lookup that returns only checked addresses, or the error. */
  const checkedLookup = ({ url, host, check }: Target): LookupFunction => {
    const find = async () => {
      const found = await resolve(host, allowance.host(host)).catch(() => []);
      if (found.length === 0) {
        // Both errors may apply. In that case, the user gets `https_required`, because that can be fixed at once.
        const isOpen = url.protocol === 'http:' && !allowance.host(host);
        throw new OutboundError(isOpen ? 'https_required' : 'name_not_found');
      }
      for (const { address } of found) check(address);
      return found.slice(0, maxAddresses);
    };
    return (_host, { all }, done) => {
      find().then(
        (found) => {
          const [first] = found;
          if (all) done(null, found);
          else done(null, first?.address ?? '', first?.family);
        },
        (error) => done(error, []),
      );
    };
  };

  function open(
    target: Target,
    { headers, body }: Message,
    connections: Connections | undefined,
  ): ClientRequest {
    const isPlain = target.url.protocol === 'http:';
    const { request, Agent } = isPlain ? http : https;
    return request({
      method: 'POST',
      protocol: target.url.protocol,
      host: target.host,
      port: target.url.port || (isPlain ? 80 : 443),
      path: `${target.url.pathname}${target.url.search}`,
      lookup: checkedLookup(target),
      // Each user with reusable connections has separate agents, and each other request has a new agent. So users share
      // no connections and TLS sessions. These agents also ignore the proxy settings of the environment, because a
      // proxy would resolve the name again.
      agent:
        connections?.agentFor(isPlain) ?? new Agent({ keepAlive: false, maxCachedSessions: 0 }),
      maxHeaderSize: maxBytes,
      headers: {
        'user-agent': product.name,
        ...headers,
        'accept-encoding': 'identity',
        'content-length': Buffer.byteLength(body),
      },
      ...(ca !== undefined && { ca }),
    });
  }

  /** Reads the response. @throws OutboundError if it is not usable */
  async function read(response: IncomingMessage): Promise<OutboundResponse> {
    const { statusCode: status = 0, headers } = response;
    if (!takesAnyBody && status >= 300 && status < 400) throw new OutboundError('redirected');
    if (!takesAnyBody && ![undefined, '', 'identity'].includes(headers['content-encoding'])) {
      throw new OutboundError('compressed');
    }
    const text = await readBody(response);
    const retryAfterSeconds = parseRetryAfter(headers['retry-after'], databaseClock.now());
    return { status, text, retryAfterSeconds };
  }

  /**
   * Reads a body. If the body is too long and `takesAnyBody` is set, reads only its beginning. Uses events, because an
   * iterator over the chunks of a short body takes a tenth of the request's time. Chunks after the promise has settled
   * are dropped, because the caller ends the request.
   */
  function readBody(response: IncomingMessage): Promise<string> {
    return new Promise((resolveText, reject) => {
      const chunks: Buffer[] = [];
      let length = 0;
      const end = () => resolveText(Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8'));
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        chunks.push(chunk);
        if (length <= maxBytes) return;
        if (takesAnyBody) end();
        else reject(new OutboundError('too_long'));
      });
      response.on('end', end);
      response.on('error', reject);
    });
  }

  async function attempt(request: ClientRequest, body: string): Promise<OutboundResponse> {
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<OutboundResponse>((resolveAnswer, reject) => {
        timer = setTimeout(() => reject(new OutboundError('timed_out')), timeoutMs);
        request.on('error', reject);
        request.on('response', (response) => read(response).then(resolveAnswer, reject));
        request.end(body);
      });
    } finally {
      clearTimeout(timer);
      // Ends a request that is not complete. If the response is complete, the connection stays open.
      request.destroy();
    }
  }

  /**
   * Posts to an address from a user.
   *
   * @param connections reusable connections of this user and address; by default each request opens a new connection
   * @throws OutboundError if the address is not allowed or the response is not usable
   */
  return async function post(
    address: string,
    message: Message,
    connections?: Connections,
  ): Promise<OutboundResponse> {
    const target = targetOf(address);
    const request = open(target, message, connections);
    try {
      return await attempt(request, message.body);
    } catch (error) {
      if (!request.reusedSocket || !isConnectionClosed(error)) throw toOutboundError(error);
    }
    // The server had closed the reused connection while the connection was idle, so the request is sent again on a new
    // connection.
    try {
      return await attempt(open(target, message, undefined), message.body);
    } catch (error) {
      throw toOutboundError(error);
    }
  };
}
