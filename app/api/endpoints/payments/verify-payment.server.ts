import { verifyPaymentInput, verifyPaymentOutput } from '#domain/billing/payments/contract.ts';
import { verifyPayment as verify } from '#domain/billing/payments/verify-payment.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { endpoint } from '../../endpoint.ts';

export const verifyPayment = endpoint({
  method: 'POST',
  path: '/payments/verify',
  operationId: 'verifyPayment',
  summary: 'Verify a payment',
  description:
    'Takes what the checkout handed over, checks its signature, and asks the provider for the payment. With `success` the plan is yours already. `pending`, 202: the provider could not be asked or has the payment under way; it is asked again by itself, and calling this again tells more. A payment that failed is an error, `payment_failed`.',
  tag: 'Payments',
  auth: 'session',
  body: verifyPaymentInput,
  message: 'Payment checked',
  pendingMessage: 'The payment is being confirmed.',
  output: verifyPaymentOutput,
  errors: ['not_found', 'payment_failed', 'signature_mismatch'],
  async handle({ caller, body }) {
    const data = await verify(caller.userId, body);
    if (data.status === 'failed') throw new DomainError('payment_failed');
    return { data, isPending: data.status === 'pending' };
  },
});
