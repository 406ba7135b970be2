import { z } from 'zod';
import { webhookInput } from '#domain/billing/payments/contract.ts';
import { receiveWebhook as receive } from '#domain/billing/payments/receive-webhook.server.ts';
import { endpoint } from '../../endpoint.ts';

export const receivePaymentWebhook = endpoint({
  method: 'POST',
  path: '/payments/webhook',
  operationId: 'receivePaymentWebhook',
  summary: 'Events of the payment provider',
  description:
    'Called by Razorpay only, which signs the body in `x-razorpay-signature` and sends the event’s id in `x-razorpay-event-id`. Each event is processed once.',
  tag: 'Payments',
  auth: 'none',
  body: webhookInput,
  message: 'Event received',
  output: z.object({}),
  errors: ['signature_mismatch'],
  handle: async ({ body, raw, headers }) => {
    const signature = headers.get('x-razorpay-signature') ?? '';
    const eventId = headers.get('x-razorpay-event-id') ?? '';
    await receive({ raw, body, signature, eventId });
    return { data: {} };
  },
});
