import { keyOf, pause, Resource } from './client.ts';
import { ApiTimeoutError } from './errors.ts';
import type {
  Change,
  Create,
  Data,
  List,
  Message,
  Read,
  VerifyOtpParams,
  WriteOptions,
} from './types.ts';

/** The states in which a message stays. `unknown` is not one of them: a receipt may still settle it. */
const finalStates: readonly string[] = [
  'delivered',
  'undelivered',
  'failed',
  'expired',
  'cancelled',
];

/** How long to wait for a delivery. */
export type WaitOptions = {
  /** Milliseconds to wait in all, 60,000 by default. */
  timeoutMs?: number;
  /** Ends the wait. The promise rejects with the signal's reason. */
  signal?: AbortSignal;
};

/** Texts to Indian mobile numbers. */
export class Messages extends Resource {
  /**
   * Sends a text, or a template with values, to one number.
   *
   * @returns the stored message, `queued`; `warnings` say what DLT only let pass
   * @throws InvalidRequestError, DltError, QuotaExceededError, PermissionDeniedError, RateLimitError
   */
  readonly send: Create<'sendMessage'> = this.client.creates('/messages/send-message');

  /** Like `send`, by the short form of the call: the text is `content`, and there are no templates. */
  readonly post: Create<'postMessage'> = this.client.creates('/message');

  /**
   * Sends up to 1,000 messages. Each is accepted or rejected separately: look at every result, in the order of `messages`.
   *
   * @throws InvalidRequestError if the batch as a whole is wrong, QuotaExceededError, RateLimitError
   */
  readonly sendBatch: Create<'sendBatch'> = this.client.creates('/messages/batch');

  /** Lists the messages of the key's mode, newest first, one-time passwords included. */
  readonly list: List<'listMessages'> = this.client.lists('/messages');

  /** Returns a message with its timeline. @throws NotFoundError */
  readonly get: Read<'getMessage'> = this.client.byId('GET', '/messages/{id}');

  /** Lists the messages whose `send_at` has not come, the earliest first. */
  readonly listScheduled: List<'listScheduledMessages'> = this.client.lists('/messages/scheduled');

  /** Changes the `send_at` of a scheduled message, by at most three days. @throws ConflictError once its time has come */
  readonly reschedule: Change<'rescheduleMessage'> = this.client.changes('/messages/{id}');

  /** Cancels a scheduled message, and credits it back. @throws ConflictError once its time has come */
  readonly cancel: Read<'cancelMessage'> = this.client.byId('POST', '/messages/{id}/cancel');

  /**
   * Waits until a message is `delivered`, `undelivered`, `failed`, `expired` or `cancelled`. It looks at once, then after 1, 2, 4, 8 and
   * 16 seconds, then every 16 seconds; each look is an API call. For many messages use webhooks.
   *
   * @returns the message in its final state, which need not be `delivered`
   * @throws ApiTimeoutError if it has none after `timeoutMs`; some receipts arrive after hours
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

/** One-time passwords: Dakiya makes the code, sends it and checks what the user typed. */
export class Otps extends Resource {
  /** OTP services: text, format, validity and limits of codes. */
  readonly services: OtpServices = new OtpServices(this.client);

  /**
   * Sends a code. A repeated call within five minutes sends the same code again, unless a service says otherwise.
   *
   * @throws OtpError with `retryAfterSeconds` if the number got one just now, InvalidRequestError, DltError, QuotaExceededError
   */
  readonly send: Create<'sendOtp'> = this.client.creates('/messages/send-otp');

  /** Returns the state of a one-time password, without its code. @throws NotFoundError */
  readonly get: Read<'getOtp'> = this.client.byId('GET', '/otps/{id}');

  /**
   * Checks the code that the user typed. A repeat after a lost response is not another attempt at the code.
   *
   * @throws OtpError if the code is wrong, expired or used, or after too many wrong codes; NotFoundError if none was sent
   */
  verify(params: VerifyOtpParams, options?: WriteOptions): Promise<Data<'verifyOtp'>> {
    const post = { method: 'POST', path: '/messages/verify-otp', body: params } as const;
    return this.client.call({ ...post, idempotencyKey: keyOf(options) }, options);
  }
}

/** The OTP services of the account. */
export class OtpServices extends Resource {
  /** Lists all services. */
  readonly list: List<'listOtpServices'> = this.client.lists('/otp-services');

  /** Creates a service. @throws InvalidRequestError */
  readonly create: Create<'createOtpService'> = this.client.creates('/otp-services');

  /** Changes the given fields of a service. @throws InvalidRequestError, NotFoundError */
  readonly update: Change<'changeOtpService'> = this.client.changes('/otp-services/{id}');

  /** Deletes a service. @throws NotFoundError */
  readonly delete: Read<'deleteOtpService'> = this.client.byId('DELETE', '/otp-services/{id}');
}
