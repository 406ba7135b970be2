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
export class Messages extends Resource {
  /**
   * Sends text, or a template with values, to one number.
   *
   * @returns the stored message with the status `queued`. `warnings` lists DLT problems that did not block
   *   it
   * @throws InvalidRequestError, DltError, QuotaExceededError, PermissionDeniedError, RateLimitError
   */
  readonly send: Create<'sendMessage'> = this.client.creates('/messages/send-message');

  /** Like `send`, with the call's short form: the text is in `content`, and templates are not supported. */
  readonly post: Create<'postMessage'> = this.client.creates('/message');

  /**
   * Sends up to 1,000 messages. Each message is accepted or rejected on its own, so check every result. Results have the
   * order of `messages`.
   *
   * @throws InvalidRequestError if the batch as a whole is invalid, QuotaExceededError, RateLimitError
   */
  readonly sendBatch: Create<'sendBatch'> = this.client.creates('/messages/batch');

  /** Lists the messages in the key's mode, newest first, including one-time passwords. */
  readonly list: List<'listMessages'> = this.client.lists('/messages');

  /** Returns a message with its timeline. @throws NotFoundError */
  readonly get: Read<'getMessage'> = this.client.byId('GET', '/messages/{id}');

  /** Lists scheduled messages whose `send_at` is still in the future, earliest first. */
  readonly listScheduled: List<'listScheduledMessages'> = this.client.lists('/messages/scheduled');

  /** Moves the `send_at` of a scheduled message by at most three days. @throws ConflictError if its time has come */
  readonly reschedule: Change<'rescheduleMessage'> = this.client.changes('/messages/{id}');

  /** Cancels a scheduled message and credits its units back. @throws ConflictError if its time has come */
  readonly cancel: Read<'cancelMessage'> = this.client.byId('POST', '/messages/{id}/cancel');

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

/** One-time passwords. Dakiya generates the code, sends it, and checks the user's input. */
export class Otps extends Resource {
  /** Methods for OTP services, which define text, format, validity and limits of codes. */
  readonly services: OtpServices = new OtpServices(this.client);

  /**
   * Sends a code. A second call within five minutes sends the same code again, unless the OTP service says otherwise.
   *
   * @throws OtpError with `retryAfterSeconds` if the number has just got a code; InvalidRequestError, DltError,
   *   QuotaExceededError
   */
  readonly send: Create<'sendOtp'> = this.client.creates('/messages/send-otp');

  /** Returns the state of a one-time password, without its code. @throws NotFoundError */
  readonly get: Read<'getOtp'> = this.client.byId('GET', '/otps/{id}');

  /**
   * Checks the code that the user typed. Retries after a lost response do not count as another attempt.
   *
   * @throws OtpError if the code is wrong, expired or used, or after too many wrong codes; NotFoundError if no code was sent
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
