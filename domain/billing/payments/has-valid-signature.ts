import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Verifies an HMAC-SHA256 signature in hexadecimal against any of the secrets. Razorpay signs the
 * result of its checkout (`order_id|payment_id`, with the API key's secret) and its webhooks (the
 * raw body, with the webhook secret).
 *
 * @param signature untrusted; compared in constant time
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
