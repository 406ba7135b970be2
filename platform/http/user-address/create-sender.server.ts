import type { LookupAddress } from 'node:dns';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Allowance } from './allowance.ts';
import { checkUrl, type Target } from './check-url.ts';
import { OutboundError, toOutboundError } from './outbound-error.ts';

/** What a server answered, whatever its status. */
export type Answer = { status: number; text: string; retryAfterSeconds: number | null };

type Message = { headers: Record<string, string>; body: string };

type Options = {
  allowance: Allowance;
  /** Looks a name up; `isAllowed` says whether the operator allows it by its name. */
  resolve: (host: string, isAllowed: boolean) => Promise<LookupAddress[]>;
  /** For the whole of it, from looking the name up to the last byte, in milliseconds. */
  limitMs: number;
  /** Bytes of the answer's body. */
  mostBytes: number;
  /** Certificates of authorities to trust beside the usual ones. */
  ca?: string;
};

/** Addresses of one name that are tried. */
const mostAddresses = 4;

/**
 * Makes what posts to addresses that users gave. What it connects to is what was checked: the name is looked up
 * once, and only by the connection itself.
 */
export function createSender({ allowance, resolve, limitMs, mostBytes, ca }: Options) {
  /** Answers the connection with addresses that were checked, or with the error. */
  const checkedLookup = ({ url, host, check }: Target): LookupFunction => {
    const find = async () => {
      const found = await resolve(host, allowance.host(host)).catch(() => []);
      if (found.length === 0) {
        // Of two faults the one that the user can mend at once.
        const isOpen = url.protocol === 'http:' && !allowance.host(host);
        throw new OutboundError(isOpen ? 'https_required' : 'name_not_found');
      }
      for (const { address } of found) check(address);
      return found.slice(0, mostAddresses);
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

  function open(target: Target, { headers, body }: Message): ClientRequest {
    const isPlain = target.url.protocol === 'http:';
    const { request, Agent } = isPlain ? http : https;
    return request({
      method: 'POST',
      protocol: target.url.protocol,
      host: target.host,
      port: target.url.port || (isPlain ? 80 : 443),
      path: `${target.url.pathname}${target.url.search}`,
      lookup: checkedLookup(target),
      // One of its own: no connection or TLS session is shared between users, and no proxy of the environment
      // is asked, which would look the name up once more.
      agent: new Agent({ keepAlive: false, maxCachedSessions: 0 }),
      maxHeaderSize: mostBytes,
      headers: {
        'user-agent': 'Dakiya',
        ...headers,
        'accept-encoding': 'identity',
        'content-length': Buffer.byteLength(body),
      },
      ...(ca !== undefined && { ca }),
    });
  }

  /** The body, as long as it is of use. @throws OutboundError */
  async function read(response: IncomingMessage): Promise<Answer> {
    const { statusCode: status = 0, headers } = response;
    if (status >= 300 && status < 400) throw new OutboundError('redirected');
    if (![undefined, '', 'identity'].includes(headers['content-encoding'])) {
      throw new OutboundError('compressed');
    }
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of response) {
      length += chunk.length;
      if (length > mostBytes) throw new OutboundError('too_long');
      chunks.push(chunk);
    }
    const text = Buffer.concat(chunks).toString('utf8');
    return { status, text, retryAfterSeconds: secondsOf(headers['retry-after']) };
  }

  /**
   * Posts to an address that a user gave.
   *
   * @throws OutboundError if it may not be asked, or gives no answer of use
   */
  return async function post(address: string, message: Message): Promise<Answer> {
    const request = open(checkUrl(address, allowance), message);
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Answer>((resolveAnswer, reject) => {
        timer = setTimeout(() => reject(new OutboundError('timed_out')), limitMs);
        request.on('error', reject);
        request.on('response', (response) => read(response).then(resolveAnswer, reject));
        request.end(message.body);
      });
    } catch (error) {
      throw toOutboundError(error);
    } finally {
      clearTimeout(timer);
      request.destroy();
    }
  };
}

/** Seconds of a Retry-After that names them, at most a day; dates are not read. */
function secondsOf(retryAfter: string | undefined): number | null {
  return retryAfter && /^\d{1,9}$/.test(retryAfter) ? Math.min(Number(retryAfter), 86_400) : null;
}
