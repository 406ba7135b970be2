import Razorpay from 'razorpay';
import { z } from 'zod';
import { razorpaySettings } from './settings.server.ts';

/** How long the provider may take for an answer, in milliseconds; its SDK would wait for ever. */
const answerMs = 10_000;

/** The longest answer of it that is read, in bytes. */
const mostBytes = 4 * 1024 * 1024;

const orderSchema = z.object({ id: z.string(), amount: z.number(), currency: z.string() });

const paymentSchema = z.object({
  id: z.string(),
  order_id: z.string().nullable(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  amount: z.number(),
  currency: z.string(),
  method: z.string().nullish(),
  error_description: z.string().nullish(),
  created_at: z.number(),
});

const refundSchema = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.number(),
  /** Our refund's id; nothing for one that was made in the provider's dashboard. */
  receipt: z.string().nullish(),
  status: z.enum(['pending', 'processed', 'failed']),
});

const listOf = <T>(item: z.ZodType<T>) => z.object({ items: z.array(item) });

/** A payment as the provider tells it; amounts in paise, `created_at` in seconds since 1970. */
export type ProviderPayment = z.infer<typeof paymentSchema>;
export type ProviderRefund = z.infer<typeof refundSchema>;

/**
 * The provider did not do what it was asked.
 * - `away`: it cannot be reached, or is not well; nobody knows whether it did it
 * - `refused`: it says no, and would again
 */
export class ProviderError extends Error {
  readonly kind: 'away' | 'refused';

  constructor(kind: 'away' | 'refused', message: string) {
    super(message);
    this.name = 'ProviderError';
    this.kind = kind;
  }
}

/** What its SDK keeps to itself: the client of HTTP below it. */
type Inner = {
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

let made: Razorpay | undefined;

function sdk(): Razorpay {
  made ??= makeSdk();
  return made;
}

/** @throws ProviderError if no provider is set up */
function makeSdk(): Razorpay {
  const { RAZORPAY_KEY_ID: key_id, RAZORPAY_KEY_SECRET: key_secret } = razorpaySettings;
  if (!key_id || !key_secret) throw new ProviderError('away', 'no payment provider is set up');
  const razorpay = new Razorpay({ key_id, key_secret });
  const { defaults } = (razorpay as unknown as Inner).api.rq;
  defaults.baseURL = razorpaySettings.RAZORPAY_API_URL;
  defaults.timeout = answerMs;
  // It leads nowhere else, and a list of a hundred payments is far shorter.
  defaults.maxRedirects = 0;
  defaults.maxContentLength = mostBytes;
  return razorpay;
}

/**
 * Makes an order.
 *
 * @param receipt ours, by which asking again for the same gives the same order
 */
export const createProviderOrder = (amount: number, receipt: string) =>
  ask(orderSchema, () =>
    sdk().orders.create({
      amount,
      currency: 'INR',
      receipt,
      ...{ unique_receipt: true },
    } as Parameters<Razorpay['orders']['create']>[0]),
  );

/** All tries to pay an order. */
export const listOrderPayments = async (orderId: string): Promise<ProviderPayment[]> =>
  (await ask(listOf(paymentSchema), () => sdk().orders.fetchPayments(orderId))).items;

export const fetchPayment = (paymentId: string): Promise<ProviderPayment> =>
  ask(paymentSchema, () => sdk().payments.fetch(paymentId));

/** Takes the money of a payment that was only authorized. */
export const capturePayment = (paymentId: string, amount: number): Promise<ProviderPayment> =>
  ask(paymentSchema, () => sdk().payments.capture(paymentId, amount, 'INR'));

/**
 * Pays a payment back.
 *
 * @param key the same key pays once, however often it is asked
 */
export const refundPayment = (paymentId: string, amount: number, key: string) =>
  ask(refundSchema, async () => {
    // The SDK has no way to send a header.
    const { data } = await (sdk() as unknown as Inner).api.rq
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
  (await ask(listOf(refundSchema), () => sdk().payments.fetchMultipleRefund(paymentId, {}))).items;

const refusal = z.object({
  statusCode: z.number(),
  error: z.object({ description: z.string() }).optional().catch(undefined),
});

/** Asks, and reads the answer. @throws ProviderError */
async function ask<T>(schema: z.ZodType<T>, call: () => Promise<unknown>): Promise<T> {
  let answer: unknown;
  try {
    answer = await call();
  } catch (error) {
    throw toProviderError(error);
  }
  const read = schema.safeParse(answer);
  if (!read.success) throw new ProviderError('away', 'the provider answered something else');
  return read.data;
}

/** Too slow, the same key is under way, too many: none says that it is not done. */
const passing = new Set([408, 409, 429]);

/** The SDK throws plain objects for refusals, and stumbles over its own feet where no answer came. */
function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const refused = refusal.safeParse(error);
  if (!refused.success) return new ProviderError('away', 'the provider cannot be reached');
  const { statusCode, error: why } = refused.data;
  const passes = statusCode >= 500 || passing.has(statusCode);
  return new ProviderError(
    passes ? 'away' : 'refused',
    `${statusCode} ${why?.description ?? 'without a reason'}`.slice(0, 500),
  );
}
