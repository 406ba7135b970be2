import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether a text was signed with one of these secrets: HMAC-SHA256 in hexadecimal, as Razorpay signs
 * what its checkout hands over (`order_id|payment_id`, with the key's secret) and its webhooks (the
 * body as received, with the webhook's).
 *
 * @param signature as given, whatever it is; compared in constant time
 */
export function hasValidSignature(
  secrets: readonly string[],
  text: string | Uint8Array,
  signature: string,
): boolean {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  return secrets.some((secret) =>
    timingSafeEqual(createHmac('sha256', secret).update(text).digest(), given),
  );
}
