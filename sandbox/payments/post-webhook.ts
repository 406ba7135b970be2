import { sign } from './sign.ts';
import type { Webhook } from './webhook.ts';

type Destination = { url: string; secret: string; timeoutMs: number };

/**
 * Sends a webhook once and records the response.
 *
 * @returns whether the response was 2xx
 */
export async function postWebhook(
  webhook: Webhook,
  { url, secret, timeoutMs }: Destination,
): Promise<boolean> {
  webhook.tries += 1;
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Razorpay-Webhook/v1',
        'x-razorpay-event-id': webhook.id,
        'x-razorpay-signature': sign(secret, webhook.body),
      },
      body: webhook.body,
    });
    // Read completely, so that the connection can be reused.
    await response.arrayBuffer();
    webhook.answer = String(response.status);
    return response.ok;
  } catch (error) {
    // How fetch reports connection errors and timeouts.
    if (error instanceof TypeError) webhook.answer = 'no connection';
    else if (error instanceof DOMException) webhook.answer = 'no answer in time';
    else throw error;
    return false;
  }
}
