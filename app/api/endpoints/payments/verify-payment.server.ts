import { verifyPaymentInput, verifyPaymentOutput } from '#domain/payments/contract.ts';
import { verifyPayment as verify } from '#domain/payments/verify-payment.server.ts';
import { endpoint } from '../../endpoint.ts';

export const verifyPayment = endpoint({
  method: 'POST',
  path: '/payments/verify',
  operationId: 'verifyPayment',
  summary: 'Verify a payment',
  description:
    'Takes what the checkout handed over, checks its signature, and asks the provider for the payment. With `success` the plan is yours already.',
  tag: 'Payments',
  auth: 'session',
  body: verifyPaymentInput,
  message: 'Payment checked',
  output: verifyPaymentOutput,
  errors: ['not_found', 'signature_mismatch'],
  handle: async ({ caller, body }) => ({ data: await verify(caller.userId, body) }),
});
