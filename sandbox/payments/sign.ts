import { createHmac } from 'node:crypto';

/** The signature of Razorpay, on what Checkout hands over and on webhooks: HMAC-SHA256 in hex. */
export function sign(secret: string, content: string): string {
  return createHmac('sha256', secret).update(content).digest('hex');
}
