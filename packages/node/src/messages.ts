import { pause } from './client.ts';
import { ApiTimeoutError } from './errors.ts';
import { Messages as Calls } from './methods.ts';
import type { Message } from './types.ts';

/** The final states of a message. `unknown` is not final, because a later receipt may still settle it. */
const finalStates: readonly string[] = [
  'delivered',
  'undelivered',
  'failed',
  'expired',
  'cancelled',
];

/** Options for waiting until a message is delivered. */
export type WaitOptions = {
  /** Timeout in milliseconds. Default: 60,000. */
  timeoutMs?: number;
  /** Stops waiting. The promise then rejects with the signal's reason. */
  signal?: AbortSignal;
};

/** Methods for text messages to Indian mobile numbers. */
export class Messages extends Calls {
  /**
   * Waits until a message is `delivered`, `undelivered`, `failed`, `expired` or `cancelled`. Polls immediately, then after
   * 1, 2, 4, 8 and 16 seconds, then every 16 seconds. Each poll is an API call, so use webhooks for many messages.
   *
   * @returns the message in its final state, which need not be `delivered`
   * @throws ApiTimeoutError if the message has no final state after `timeoutMs`; some receipts arrive after hours
   */
  async waitForDelivery(id: string, options: WaitOptions = {}): Promise<Message> {
    const { timeoutMs = 60_000, signal } = options;
    const endsAt = Date.now() + timeoutMs;
    for (let delayMs = 1_000; ; delayMs = Math.min(2 * delayMs, 16_000)) {
      const message = await this.get(id, { signal });
      if (finalStates.includes(message.status)) return message;
      const leftMs = endsAt - Date.now();
      if (leftMs <= 0) {
        throw new ApiTimeoutError(`${id} is still “${message.status}” after ${timeoutMs} ms.`);
      }
      await pause(Math.min(delayMs, leftMs), signal);
    }
  }
}
