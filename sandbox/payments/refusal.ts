type Detail = {
  /** The parameter that is at fault. */
  field?: string;
  status?: number;
  code?: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR';
};

/** What the provider does not do, with the answer that it gives instead. */
export class Refusal extends Error {
  readonly status: number;
  /** As Razorpay writes it: razorpay.com/docs/errors. */
  readonly body: { error: Record<string, unknown> };

  /** @param description a sentence for the merchant */
  constructor(
    description: string,
    { field, status = 400, code = 'BAD_REQUEST_ERROR' }: Detail = {},
  ) {
    super(description);
    this.status = status;
    const about =
      status === 400
        ? { source: 'business', step: 'payment_initiation', reason: 'input_validation_failed' }
        : { source: 'NA', step: 'NA', reason: 'NA' };
    this.body = { error: { code, description, ...about, metadata: {}, ...(field && { field }) } };
  }
}
