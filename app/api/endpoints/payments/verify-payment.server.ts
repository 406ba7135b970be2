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
    'Verifies the checkout’s signature and asks Razorpay for the payment’s state. When `status` is `success`, the plan is already active. `pending` (202) means that Razorpay has not confirmed the payment yet. Dakiya checks again automatically; call again for the current state. A failed payment returns the error `payment_failed`.',
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
