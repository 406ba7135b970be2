import { createHmac, timingSafeEqual } from 'node:crypto';
import type Razorpay from 'razorpay';
import { z } from 'zod';
import { memoize } from '#platform/instance.ts';
import { counter } from '#platform/metrics/instruments.ts';
import { razorpaySettings } from './settings.ts';

/** Timeout of a request, in milliseconds; the SDK has none. */
const timeoutMs = 10_000;

/** Largest response body, in bytes. */
const maxResponseBytes = 4 * 1024 * 1024;

/** An amount in paise. Some versions of the API send it as text. */
const paise = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);

const orderSchema = z.object({
  id: z.string(),
  amount: paise,
  currency: z.string(),
  /** `paid` if Razorpay considers the whole order paid by a captured payment. */
  status: z.string(),
  offer_id: z.string().nullish(),
});

const paymentSchema = z.object({
  id: z.string(),
  order_id: z
    .string()
    .nullish()
    .transform((id) => id ?? null),
  // An unknown status, such as `pending`, means that the attempt has not ended.
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']).catch('created'),
  amount: paise,
  offer_id: z.string().nullish(),
  currency: z.string(),
  method: z.string().nullish(),
  error_description: z.string().nullish(),
  created_at: z.number(),
});

const refundSchema = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.number(),
  /** Our id of the refund. A refund made in Razorpay's dashboard has none. */
  receipt: z.string().nullish(),
  status: z.enum(['pending', 'processed', 'failed']),
});

const listOf = <T>(item: z.ZodType<T>) => z.object({ items: z.array(item) });

/** A payment as Razorpay reports it; amounts in paise, `created_at` in seconds since 1970. */
export type ProviderPayment = z.infer<typeof paymentSchema>;
export type ProviderRefund = z.infer<typeof refundSchema>;

/**
 * A call to Razorpay failed.
 * - `unavailable`: no usable response; the operation may or may not have happened
 * - `rejected`: Razorpay rejected the call, and would reject it again
 */
export class ProviderError extends Error {
  readonly kind: 'unavailable' | 'rejected';

  constructor(kind: 'unavailable' | 'rejected', message: string) {
    super(message);
    this.name = 'ProviderError';
    this.kind = kind;
  }
}

/**
 * The SDK and its HTTP client, which the SDK's types do not expose. The SDK (razorpay 2.9) has options for the keys and two
 * headers only. The address (changed by tests and the sandbox), the timeout, the size limit and the header
 * `X-Refund-Idempotency` must be set on the HTTP client. All other calls use the SDK's public methods.
 */
type Sdk = Razorpay & {
  api: {
    rq: {
      defaults: {
        baseURL: string;
        timeout: number;
        maxRedirects: number;
        maxContentLength: number;
      };
      post: (url: string, data: unknown, options: object) => Promise<{ data: unknown }>;
    };
  };
};

/** Returns the SDK for an address of the API. */
const sdkFor = memoize(createSdk);

/** @throws ProviderError if no provider is set up */
const sdk = () => sdkFor(razorpaySettings.RAZORPAY_API_URL);

/** Loads the SDK and its HTTP client only when needed: most processes do not use them. */
async function createSdk(baseUrl: string): Promise<Sdk> {
  const { RAZORPAY_KEY_ID: key_id, RAZORPAY_KEY_SECRET: key_secret } = razorpaySettings;
  if (!key_id || !key_secret)
    throw new ProviderError('unavailable', 'no payment provider is set up');
  const { default: Client } = await import('razorpay');
  const razorpay = new Client({ key_id, key_secret }) as Sdk;
  const { defaults } = razorpay.api.rq;
  defaults.baseURL = baseUrl;
  defaults.timeout = timeoutMs;
  // The API never redirects, and even a list of a hundred payments is far smaller than this limit.
  defaults.maxRedirects = 0;
  defaults.maxContentLength = maxResponseBytes;
  return razorpay;
}

/**
 * Creates an order.
 *
 * @param receipt our order id; unique at Razorpay, so a repeated call returns the same order
 */
export function createProviderOrder(amount: number, receipt: string) {
  // Passing this object as a literal would be a type error, because the SDK's types lack its last field.
  const order = { amount, currency: 'INR', receipt, unique_receipt: true };
  return callProvider(orderSchema, async () => (await sdk()).orders.create(order));
}

export const fetchProviderOrder = (orderId: string) =>
  callProvider(orderSchema, async () => (await sdk()).orders.fetch(orderId));

/** All payment attempts of an order, and the ids of those that cannot be read. */
export async function listOrderPayments(
  orderId: string,
): Promise<{ payments: ProviderPayment[]; unreadable: string[] }> {
  const list = async () => (await sdk()).orders.fetchPayments(orderId);
  const { items } = await callProvider(listOf(z.unknown()), list);
  const payments: ProviderPayment[] = [];
  const unreadable: string[] = [];
  for (const item of items) {
    const { success, data } = paymentSchema.safeParse(item);
    if (success) payments.push(data);
    else unreadable.push(attemptWithId.safeParse(item).data?.id ?? 'an attempt without an id');
  }
  return { payments, unreadable };
}

const attemptWithId = z.object({ id: z.string() });

export const fetchPayment = (paymentId: string): Promise<ProviderPayment> =>
  callProvider(paymentSchema, async () => (await sdk()).payments.fetch(paymentId));

/** Captures an authorized payment. */
export const capturePayment = (paymentId: string, amount: number): Promise<ProviderPayment> =>
  callProvider(paymentSchema, async () => (await sdk()).payments.capture(paymentId, amount, 'INR'));

/** Refunds a payment. @param key the idempotency key: calls with the same key refund the payment only once */
export const refundPayment = (paymentId: string, amount: number, key: string) =>
  callProvider(refundSchema, async () => {
    // The SDK cannot send headers.
    const { api } = await sdk();
    const { data } = await api.rq
      .post(
        `/v1/payments/${encodeURIComponent(paymentId)}/refund`,
        { amount, speed: 'normal', receipt: key },
        { headers: { 'X-Refund-Idempotency': key } },
      )
      .catch((error) => {
        throw error.response
          ? { statusCode: error.response.status, error: error.response.data?.error }
          : error;
      });
    return data;
  });

export const listPaymentRefunds = async (paymentId: string): Promise<ProviderRefund[]> =>
  (
    await callProvider(listOf(refundSchema), async () =>
      (await sdk()).payments.fetchMultipleRefund(paymentId, {}),
    )
  ).items;

const rejection = z.object({
  statusCode: z.number(),
  error: z.object({ description: z.string() }).optional().catch(undefined),
});

const callsTotal = counter<'outcome'>({
  name: 'dakiya_payment_provider_calls_total',
  help: 'Calls to the payment provider by outcome: done, rejected, or unavailable.',
  labelNames: ['outcome'],
  from0: (['done', 'rejected', 'unavailable'] as const).map((outcome) => ({ outcome })),
});

/** Calls Razorpay, parses the response, and counts the outcome. @throws ProviderError */
async function callProvider<T>(schema: z.ZodType<T>, call: () => Promise<unknown>): Promise<T> {
  try {
    const response = await readProvider(schema, call);
    callsTotal.inc({ outcome: 'done' });
    return response;
  } catch (error) {
    // Without keys, the provider was not called, so nothing is counted.
    if (error instanceof ProviderError && razorpaySettings.RAZORPAY_KEY_ID)
      callsTotal.inc({ outcome: error.kind });
    throw error;
  }
}

async function readProvider<T>(schema: z.ZodType<T>, call: () => Promise<unknown>): Promise<T> {
  let response: unknown;
  try {
    response = await call();
  } catch (error) {
    throw toProviderError(error);
  }
  const parsed = schema.safeParse(response);
  if (!parsed.success)
    throw new ProviderError('unavailable', 'the payment provider sent an unexpected response');
  return parsed.data;
}

/**
 * Statuses of temporary errors: timeout, conflict with a running request with the same key, and too many requests. The
 * operation may or may not have happened.
 */
const temporaryStatuses = new Set([408, 409, 429]);

/** Converts an error of the SDK, which throws plain objects for rejections, and its own TypeError if there was no response. */
function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const rejected = rejection.safeParse(error);
  if (!rejected.success)
    return new ProviderError('unavailable', 'the payment provider cannot be reached');
  const { statusCode, error: why } = rejected.data;
  const isTemporary = statusCode >= 500 || temporaryStatuses.has(statusCode);
  return new ProviderError(
    isTemporary ? 'unavailable' : 'rejected',
    `${statusCode} ${why?.description ?? 'without a reason'}`.slice(0, 500),
  );
}

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
