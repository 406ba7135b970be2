import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { clock } from '#platform/clock.browser.ts';
import type { HookCall } from './contract.ts';

const refused = (message: string) => new DomainError('invalid_credentials', { message });

/** Compares two texts in constant time. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** Maximum difference between the caller's clock and ours, in seconds: the limit of Standard Webhooks and Zitadel. */
const toleranceSeconds = 300;

function requireRecent(seconds: string): void {
  const age = Math.abs(clock.now().getTime() / 1_000 - Number(seconds));
  if (/^\d{1,12}$/.test(seconds) && age <= toleranceSeconds) return;
  throw refused(
    'The time in the signature is more than 5 minutes off. Check the clock of the calling server.',
  );
}

/**
 * Requires the secret of the hook. A product can send it as a bearer token or as the whole `Authorization` header, as the
 * password of HTTP Basic, in `X-Hook-Secret` or `X-API-Key`, or as the field `secret` of the query or body.
 */
export function requireSecret(
  { headers, query, payload }: HookCall,
  secrets: readonly string[],
): void {
  const sent = [
    fromAuthorization(headers.get('authorization')?.trim() ?? ''),
    headers.get('x-hook-secret'),
    headers.get('x-api-key'),
    query.secret,
    (payload as { secret?: unknown } | null)?.secret,
  ].filter((one) => typeof one === 'string' && one !== '');
  if (sent.length === 0)
    throw refused(
      'The call has no secret. Add the header Authorization: Bearer with the secret of the hook.',
    );
  // Every secret in the request must be right, so that an outdated one does not go unnoticed.
  const fits = sent.every((one) => secrets.some((secret) => isSame(String(one), secret)));
  if (!fits) throw refused('The secret is not that of this hook.');
}

function fromAuthorization(header: string): string {
  const [, scheme = '', value = ''] = /^(\S+)[ \t]+(\S+)$/.exec(header) ?? [];
  if (value === '') return header;
  if (scheme.toLowerCase() !== 'basic') return value;
  const pair = Buffer.from(value, 'base64').toString();
  return pair.slice(pair.indexOf(':') + 1);
}

/**
 * Requires a Standard Webhooks signature (https://www.standardwebhooks.com) over id, time and body. The product stores the
 * secret as `whsec_` followed by its base64, so the signing key is the secret itself.
 */
export function requireStandardWebhook(
  { headers, raw }: HookCall,
  secrets: readonly string[],
): void {
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headers.get(name) ?? '',
  ) as [string, string, string];
  if (signatures === '')
    throw refused(
      'The call has no signature. Enter the secret of the hook in the settings of the product.',
    );
  requireRecent(time);
  const expected = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${id}.${time}.`).update(raw).digest('base64'),
  );
  // Several signatures are separated by spaces. Supabase separates them by a comma and a space.
  const sent = [...signatures.matchAll(/v1,([A-Za-z0-9+/=]+)/g)].map(([, one = '']) => one);
  if (sent.some((one) => expected.some((signature) => isSame(one, signature)))) return;
  throw refused('The signature does not match the secret of this hook.');
}

/** Requires Zitadel's signature over the time and the body: `ZITADEL-Signature: t=<seconds>,v1=<hex>`. */
export function requireZitadelSignature(
  { headers, raw }: HookCall,
  secrets: readonly string[],
): void {
  const header = headers.get('zitadel-signature') ?? '';
  if (header === '') throw refused('The call has no ZITADEL-Signature.');
  const time = /(?:^|,)\s*t=(\d+)/.exec(header)?.[1] ?? '';
  requireRecent(time);
  const sent = [...header.matchAll(/v1=([0-9a-f]{64})/gi)].map(([, one = '']) => one.toLowerCase());
  const expected = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${time}.`).update(raw).digest('hex'),
  );
  if (sent.some((one) => expected.some((signature) => isSame(one, signature)))) return;
  throw refused('The signature does not match the signing key of this hook.');
}
