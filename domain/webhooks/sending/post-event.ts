import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { databaseClock } from '#platform/database-clock.ts';
import { query } from '#platform/db.ts';
import { OutboundError } from '#platform/http/user-address/outbound-error.ts';
import {
  type Connections,
  postEventToUserAddress,
} from '#platform/http/user-address/post-to-user-address.ts';
import { counter, histogram } from '#platform/metrics/instruments.ts';
import { toStorableText } from '#platform/storable-text.browser.ts';
import { createTtlCache } from '#platform/ttl-cache.ts';
import { signingSecretColumn } from '../endpoints/manage-endpoints.ts';

/** The request of an event, without the headers that `signPayload` adds. */
export type EventRequest = { url: string; body: string; headers: Record<string, string> };

/** How much of an answer is kept, in bytes. */
const keptBytes = 1_024;

/** The result of an attempt. Only a status from 200 to 299 is a success. */
export type AttemptResult = {
  durationMs: number;
  /** Null without a usable response. */
  status: number | null;
  /** The reason of the failure, as a sentence; null for a success. */
  error: string | null;
  response: string | null;
  retryAfterSeconds: number | null;
  /** Whether the server could not be reached or did not answer in time. */
  isUnreachable: boolean;
};

const attempts = counter<'result'>({
  name: 'dakiya_webhook_attempts_total',
  help: 'Attempts to post an event to an endpoint of a user, by result: the class of the HTTP status, unreachable (no usable response), or unprepared (an error of Dakiya prevented the request).',
  labelNames: ['result'],
  from0: ['2xx', '3xx', '4xx', '5xx', 'unreachable', 'other', 'unprepared'].map((result) => ({
    result,
  })),
});

const seconds = histogram({
  name: 'dakiya_webhook_attempt_seconds',
  help: 'Duration of an attempt to post an event in seconds.',
});

function classOf(status: number | null): string {
  if (status === null) return 'unreachable';
  return status >= 200 && status < 600 ? `${Math.floor(status / 100)}xx` : 'other';
}

/** Counts an event that could not be prepared, so no request was made. */
export const countUnprepared = (): void => attempts.inc({ result: 'unprepared' });

export function countAttempt({ status, durationMs }: AttemptResult): void {
  attempts.inc({ result: classOf(status) });
  seconds.observe(durationMs / 1_000);
}

/** The address to which events of an endpoint are posted, and the keys with which they are signed. */
export type Target = { url: string; keys: KeyObject[] };

/**
 * The key of a secret such as `whsec_…`. With this key, signing takes Node 24 a seventh of the time that signing with
 * the bytes of the secret takes.
 */
export const toSigningKey = (secret: string): KeyObject =>
  createSecretKey(secret.slice('whsec_'.length), 'base64');

const statement = `
  SELECT e.url, s.id, s.user_id AS "userId", s.encrypted_secret AS encrypted
  FROM webhook_endpoints AS e JOIN webhook_secrets AS s ON s.endpoint_id = e.id
  WHERE e.id = $1 AND e.enabled AND (s.expires_at IS NULL OR s.expires_at > now())
  ORDER BY s.expires_at IS NOT NULL, s.id DESC`;

type Row = { url: string; id: string; userId: string; encrypted: Buffer };

async function load(endpointId: string): Promise<Target | null> {
  const rows = await query<Row>('load-webhook-target', statement, [endpointId]);
  const [first] = rows;
  if (!first) return null;
  return {
    url: first.url,
    keys: rows.map(({ id, userId, encrypted }) =>
      toSigningKey(signingSecretColumn.decrypt({ id, userId }, encrypted)),
    ),
  };
}

/**
 * Loads an endpoint's target; null if the endpoint is off or deleted. Cached for only half a second, because changes must
 * take effect within a second.
 */
export const loadTarget = createTtlCache(load, { ttlMs: 500, max: 10_000 });

/**
 * Creates the headers of an attempt by Standard Webhooks 1.0 (https://www.standardwebhooks.com). Every attempt is signed
 * anew, because receivers reject timestamps more than five minutes old.
 *
 * @param keys each adds a signature, so that receivers can verify with any of them
 * @param at milliseconds since 1970
 */
export function signPayload(
  { id, body, at }: { id: string; body: string; at: number },
  keys: KeyObject[],
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const sign = (key: KeyObject) =>
    createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => `v1,${sign(key)}`).join(' '),
  };
}

/** Posts an event. A failure on the receiver's side is returned, not thrown. */
export async function postEvent(
  { id, url, body, headers: own }: EventRequest & { id: string },
  { keys }: Pick<Target, 'keys'>,
  connections: Connections,
): Promise<AttemptResult> {
  const headers = {
    ...own,
    ...signPayload({ id, body, at: databaseClock.now() }, keys),
  };
  const began = performance.now();
  const durationMs = () => Math.round(performance.now() - began);
  try {
    const answer = await postEventToUserAddress(url, { headers, body }, connections);
    const { status, text, retryAfterSeconds } = answer;
    const isSuccess = status >= 200 && status < 300;
    return {
      durationMs: durationMs(),
      status,
      error: isSuccess ? null : `The server answered ${status}.`,
      response: toStorableText(text, keptBytes),
      retryAfterSeconds,
      isUnreachable: false,
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return {
      ...{ durationMs: durationMs(), status: null, error: error.message },
      ...{ response: null, retryAfterSeconds: null, isUnreachable: true },
    };
  }
}
