import type Razorpay from 'razorpay';
import { z } from 'zod';
import { memoize } from '#platform/memoize.ts';
import { razorpaySettings } from './settings.ts';

/** Timeout of a request, in milliseconds; the SDK has none. */
const timeoutMs = 10_000;

/** Largest response body, in bytes. */
const maxResponseBytes = 4 * 1024 * 1024;

const orderSchema = z.object({
  id: z.string(),
  amount: z.number(),
  currency: z.string(),
  /** `paid` once one payment is captured for the whole order, by the provider's own rules. */
  status: z.string(),
  offer_id: z.string().nullish(),
});

const paymentSchema = z.object({
  id: z.string(),
  order_id: z.string().nullable(),
  // An unknown status, such as `pending`, means that the attempt has not ended.
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']).catch('created'),
  amount: z.number(),
  /** The provider's fee, with tax. It is part of the amount if the customer pays it. */
  fee: z.number().nullish(),
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
  /** Our refund's id; absent on refunds that were made in Razorpay's dashboard. */
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
 * - `rejected`: Razorpay rejected it, and would again
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
 * The SDK with the HTTP client inside it, which its types do not expose. Its options (razorpay 2.9) are the keys and two
 * headers: they set neither the address, which tests and the sandbox need, nor a timeout or size limit, and
 * `X-Refund-Idempotency` is not among the headers. Everything else goes through its public methods.
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

/** SDKs by the address of the API. */
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
  // The API never redirects, and a list of a hundred payments is far smaller.
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
  // A variable, because the SDK's types do not know the last field.
  const order = { amount, currency: 'INR', receipt, unique_receipt: true };
  return callProvider(orderSchema, async () => (await sdk()).orders.create(order));
}

export const fetchProviderOrder = (orderId: string) =>
  callProvider(orderSchema, async () => (await sdk()).orders.fetch(orderId));

/** All payment attempts of an order. */
export const listOrderPayments = async (orderId: string): Promise<ProviderPayment[]> =>
  (
    await callProvider(listOf(paymentSchema), async () =>
      (await sdk()).orders.fetchPayments(orderId),
    )
  ).items;

export const fetchPayment = (paymentId: string): Promise<ProviderPayment> =>
  callProvider(paymentSchema, async () => (await sdk()).payments.fetch(paymentId));

/** Captures an authorized payment. */
export const capturePayment = (paymentId: string, amount: number): Promise<ProviderPayment> =>
  callProvider(paymentSchema, async () => (await sdk()).payments.capture(paymentId, amount, 'INR'));

/** Refunds a payment. @param key idempotency key: calls with the same key refund once */
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

/** Calls Razorpay and parses the response. @throws ProviderError */
async function callProvider<T>(schema: z.ZodType<T>, call: () => Promise<unknown>): Promise<T> {
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
 * Timeout, conflict with a running request of the same key, too many requests: temporary, and the
 * outcome is unknown.
 */
const temporaryStatuses = new Set([408, 409, 429]);

/** The SDK throws plain objects for rejections, and its own TypeError if there was no response. */
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
