import { createHmac } from 'node:crypto';

/**
 * The headers of an attempt, as Standard Webhooks 1.0 has them (https://www.standardwebhooks.com). They are made for each
 * attempt: receivers refuse a timestamp that is five minutes off.
 *
 * @param secrets `whsec_…`: each is a signature, so that a receiver may know any of them
 * @param at milliseconds since 1970
 */
export function signPayload(
  { id, body, at }: { id: string; body: string; at: number },
  secrets: string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
}
