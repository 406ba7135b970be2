import { refundInput, refundOutput } from '#domain/billing/payments/contract.ts';
import { requestRefund as request } from '#domain/billing/payments/request-refund.server.ts';
import { withIdempotency } from '#domain/shared/idempotency/with-idempotency.server.ts';
import { endpoint } from '../../endpoint.ts';

export const requestRefund = endpoint({
  method: 'POST',
  path: '/refunds',
  operationId: 'requestRefund',
  summary: 'Request a refund',
  description:
    'Support reviews each request. A second call for the same order returns the same request.',
  tag: 'Payments',
  auth: 'session',
  idempotent: true,
  body: refundInput,
  status: 201,
  message: 'Refund Request Submitted',
  output: refundOutput,
  errors: ['not_found'],
  handle: ({ caller, body, idempotency }) =>
    withIdempotency(idempotency, () => request(caller.userId, body)),
});
