type Detail = {
  /** The invalid parameter. */
  field?: string;
  status?: number;
  code?: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR';
};

/** An error response of the provider, as an exception. */
export class ProviderError extends Error {
  readonly status: number;
  /** Razorpay's error format: razorpay.com/docs/errors. */
  readonly body: { error: Record<string, unknown> };

  /** @param description a message for the merchant */
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
