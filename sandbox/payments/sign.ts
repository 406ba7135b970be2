import { createHmac } from 'node:crypto';

/** Razorpay's signature of Checkout results and webhooks: HMAC-SHA256 in hex. */
export function sign(secret: string, content: string): string {
  return createHmac('sha256', secret).update(content).digest('hex');
}
