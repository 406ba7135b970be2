import { createOrderInput, orderOutput } from '#domain/billing/payments/contract.ts';
import { createOrder as create } from '#domain/billing/payments/create-order.server.ts';
import { withIdempotency } from '#domain/shared/idempotency/with-idempotency.server.ts';
import { endpoint } from '../../endpoint.ts';

export const createPaymentOrder = endpoint({
  method: 'POST',
  path: '/payments',
  operationId: 'createPaymentOrder',
  summary: 'Order a month of a plan',
  description:
    'Creates the order that Razorpay’s checkout needs. A repeated call within 15 minutes returns the same order.',
  tag: 'Payments',
  auth: 'session',
  idempotent: true,
  body: createOrderInput,
  status: 201,
  message: 'Order created successfully',
  output: orderOutput,
  errors: ['not_found', 'already_active', 'unavailable'],
  handle: ({ caller, body, idempotency }) =>
    withIdempotency(idempotency, () => create(caller.userId, body)),
});
