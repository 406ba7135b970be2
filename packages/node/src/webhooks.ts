import { SignatureError } from './errors.ts';
import { Webhooks as Parts } from './methods.ts';
import type { WebhookEvent } from './types.ts';

/** The headers of a request, in the form of `fetch` or of Node's servers. */
export type WebhookHeaders =
  | Pick<Headers, 'get'>
  | Record<string, string | readonly string[] | undefined>;

/** How a signature is checked. */
export type UnwrapOptions = {
  /** Maximum difference between the attempt's timestamp and the current time, in seconds. Default: 300. */
  toleranceSeconds?: number;
};

/**
 * Verifies the signature of a webhook as Standard Webhooks 1.0 defines, and returns its event.
 *
 * @param body the body exactly as received, because parsing and re-encoding JSON changes its signature
 * @param secret the secret of the endpoint, `whsec_…`, or several secrets during a rotation
 * @throws SignatureError if no signature matches, or the request is too old; answer 400
 * @throws TypeError if the body is already parsed, or a secret has another format
 */
export async function unwrapWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300 }: UnwrapOptions = {},
): Promise<WebhookEvent> {
  const bytes = toBytes(body);
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    readHeader(headers, `webhook-${name}`),
  ) as [string, string, string];
  const seconds = /^\d+$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(Date.now() / 1000 - seconds) <= toleranceSeconds)) {
    throw new SignatureError(
      `webhook-timestamp differs from the clock by more than ${toleranceSeconds} seconds, or is missing.`,
      { code: 'signature_mismatch', param: 'webhook-timestamp' },
    );
  }
  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(prefix.length + bytes.length);
  signed.set(prefix);
  signed.set(bytes, prefix.length);
  const given = signatures.split(' ').flatMap((entry) => {
    const value = entry.startsWith('v1,') ? decodeBase64(entry.slice(3)) : null;
    return value ? [value] : [];
  });
  for (const one of [secret].flat()) {
    const key = await importKey(one);
    for (const signature of given) {
      // Compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) {
        return { ...JSON.parse(new TextDecoder().decode(bytes)), id };
      }
    }
  }
  throw new SignatureError('No signature of the webhook is right. Check the endpoint’s secret.', {
    code: 'signature_mismatch',
    param: 'webhook-signature',
  });
}

function toBytes(body: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new TypeError('Pass the body as text or bytes, as it was received, not as parsed JSON.');
}

/** Reads a header. Node's servers convert names to lower case; other servers do not. */
function readHeader(headers: WebhookHeaders, name: string): string {
  if (typeof headers.get === 'function') return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([known]) => known.toLowerCase() === name);
  return String(found?.[1] ?? '');
}

function importKey(secret: string): Promise<CryptoKey> {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''));
  if (!bytes?.length) throw new TypeError('A secret of an endpoint is whsec_ and base64.');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
}

/** @returns null if the text is not base64 */
function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Your webhook endpoints, and the events that Dakiya posts to them. */
export class Webhooks extends Parts {
  /** See `unwrapWebhook`, which works without a client. */
  readonly unwrap: typeof unwrapWebhook = unwrapWebhook;
}
