/** How one provider is set up. Times are in milliseconds. */
export type PaymentsOptions = {
  /** The one key that it knows. */
  keyId: string;
  keySecret: string;
  /** Signs webhooks. */
  webhookSecret: string;
  /** Where webhooks go; null while nobody has said. */
  webhookUrl: string | null;
  /** A webhook that is not answered for so long counts as refused. */
  webhookTimeoutMs: number;
  /** A webhook that was refused is sent again after this time, then after twice the time, and so on. */
  webhookRetryMs: number;
  /** How often a webhook is sent at most. */
  webhookTries: number;
  /** From the call to the answer, where the answer is to be slow. */
  slowAnswerMs: number;
  /** From the refund to its end, where it is pending first. */
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
