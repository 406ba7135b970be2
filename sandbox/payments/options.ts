/** Configuration of a provider. Times are in milliseconds. */
export type PaymentsOptions = {
  /** The provider's only API key. */
  keyId: string;
  keySecret: string;
  /** Signs webhooks. */
  webhookSecret: string;
  /** Where webhooks are sent; null if not configured. */
  webhookUrl: string | null;
  /** Timeout for the response to a webhook. */
  webhookTimeoutMs: number;
  /** Delay of the first retry of a webhook; doubled for each further one. */
  webhookRetryMs: number;
  /** Maximum number of attempts per webhook. */
  webhookTries: number;
  /** Delay of a slow response. */
  slowAnswerMs: number;
  /** Time until a pending refund is settled. */
  refundAfterMs: number;
};

export const defaultPaymentsOptions: PaymentsOptions = {
  keyId: 'rzp_test_dakiya',
  keySecret: 'sandbox',
  webhookSecret: 'sandbox',
  webhookUrl: null,
  webhookTimeoutMs: 5_000,
  webhookRetryMs: 1_000,
  webhookTries: 6,
  slowAnswerMs: 15_000,
  refundAfterMs: 1_000,
};
