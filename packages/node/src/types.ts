import type { PageList } from './pages.ts';
import type { components, operations, webhooks } from './schema.ts';

/** The ids of the API's operations that accept an API key. */
export type Operation = keyof operations;

type Responses<Id extends Operation> = operations[Id]['responses'];

/** The whole body of a successful response. */
export type Envelope<Id extends Operation> = Responses<Id>[keyof Responses<Id>] extends infer R
  ? R extends { content: { 'application/json': infer B } }
    ? B
    : never
  : never;

/**
 * The `data` of a successful response. If the data itself is a page, `next` is the `after` of the next call, and null at the
 * end.
 */
export type Data<Id extends Operation> =
  Envelope<Id> extends infer E
    ? E extends { data: infer D; next: infer N }
      ? D & { hasMore: boolean; next: N }
      : E extends { data: infer D }
        ? D
        : never
    : never;

/** An entry of a list. */
export type Entry<Id extends Operation> =
  Envelope<Id> extends { data: readonly (infer E)[] } ? E : never;

type Content<Id extends Operation> = operations[Id] extends { requestBody: { content: infer C } }
  ? C
  : never;

/** A JSON body. */
export type Body<Id extends Operation> =
  Content<Id> extends { 'application/json': infer B } ? B : never;

/** A form with a file. `yes` and `no` fields may be booleans. */
export type Form<Id extends Operation> =
  Content<Id> extends { 'multipart/form-data': infer B }
    ? { [K in keyof B]: 'true' extends B[K] ? B[K] | boolean : B[K] }
    : never;

type Asked<Id extends Operation> = NonNullable<operations[Id]['parameters']['query']>;

/** The query of an operation. */
export type Query<Id extends Operation> = [Asked<Id>] extends [never]
  ? Record<string, never>
  : Asked<Id>;

/** Options of a single call. */
export type CallOptions = {
  /** Aborts the call and its retries. The promise then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Timeout of each attempt in milliseconds. Overrides the client's setting. */
  timeoutMs?: number;
  /** The number of retries after the first attempt. Overrides the client's setting. */
  maxRetries?: number;
};

/** Options of a call that takes an `Idempotency-Key`. */
export type WriteOptions = CallOptions & {
  /**
   * 1 to 255 printable ASCII characters, such as an order number. Default: random. Within 24 hours, a call with the same key
   * and values returns the first response instead of acting twice.
   */
  idempotencyKey?: string;
};

type Method<Args extends unknown[], Result> = (...args: Args) => Promise<Result>;

/** A method that creates or sends something. */
export type Create<Id extends Operation, Params = Body<Id>> = Method<
  [params: Params, options?: WriteOptions],
  Data<Id>
>;
/** A method that checks or sets something. */
export type Send<Id extends Operation> = Method<
  [params: Body<Id>, options?: CallOptions],
  Data<Id>
>;
/** Sends a file. */
export type Upload<Id extends Operation> = Method<
  [params: Form<Id>, options?: WriteOptions],
  Data<Id>
>;
/** A method that acts on a resource. */
export type Act<Id extends Operation> = Method<
  [id: string, params?: Body<Id>, options?: WriteOptions],
  Data<Id>
>;
/** A method that acts on a resource, without parameters. */
export type Post<Id extends Operation> = Method<[id: string, options?: WriteOptions], Data<Id>>;
/** A method that adds a file or a body to a resource. */
export type Attach<Id extends Operation> = Method<
  [id: string, params: Form<Id> | Body<Id>, options?: CallOptions],
  Data<Id>
>;
/** Reads a resource of which the account has exactly one. */
export type Get<Id extends Operation> = Method<[options?: CallOptions], Data<Id>>;
/** Reads or deletes a resource. */
export type Read<Id extends Operation> = Method<[id: string, options?: CallOptions], Data<Id>>;
/** Reads or deletes by a query. */
export type Ask<Id extends Operation> = Method<[query: Query<Id>, options?: CallOptions], Data<Id>>;
/** Reads by a query that may be left out. */
export type Look<Id extends Operation> = Method<
  [query?: Query<Id>, options?: CallOptions],
  Data<Id>
>;
/** Reads a part of a resource. */
export type Inspect<Id extends Operation> = Method<
  [id: string, query?: Query<Id>, options?: CallOptions],
  Data<Id>
>;
/** A method that changes the given fields of a resource. */
export type Change<Id extends Operation> = Method<
  [id: string, params: Body<Id>, options?: CallOptions],
  Data<Id>
>;
/** Reads a list. */
export type List<Id extends Operation> = (
  query?: Query<Id>,
  options?: CallOptions,
) => PageList<Entry<Id>>;

/** Reads a list of a resource. */
export type ListOf<Id extends Operation> = (
  id: string,
  options?: CallOptions,
) => PageList<Entry<Id>>;

/** A message as `messages.get` returns it. */
export type Message = Data<'getMessage'>;
/** A message as `messages.send` returns it. */
export type SentMessage = Data<'sendMessage'>;
/** A one-time password as `otp.send` returns it. It never contains the code. */
export type SentOtp = Data<'sendOtp'>;
/** A one-time password as `otp.get` returns it. */
export type Otp = Data<'getOtp'>;
/** The fields of a message to send. */
export type SendMessageParams = components['schemas']['SendMessageInput'];
/** The fields of a one-time password to send. */
export type SendOtpParams = Body<'sendOtp'>;
/** A code to check, identified by the number, or by the `otpId` of `otp.send` together with the number. */
export type VerifyOtpParams =
  | { recipient: string; otp: string; service?: string }
  | { otp_id: string; otp_code: string; phone_number: string };

type Payload<Type extends keyof webhooks> = webhooks[Type] extends {
  post: { requestBody: { content: { 'application/json': infer P } } };
}
  ? P
  : never;

/** The types of webhook events. */
export type WebhookEventType = keyof webhooks;

/** An event that Dakiya posts to an endpoint. `type` determines the type of `data`. */
export type WebhookEvent<Type extends WebhookEventType = WebhookEventType> = {
  [T in Type]: Payload<T> & {
    /**
     * The id of the event, `evt_…`. All attempts and replays have the same id, so store it to recognise
     * repeats.
     */
    id: string;
  };
}[Type];
