import fc from 'fast-check';
import { costlyBatches } from './costly.ts';
import type { FuzzRequest } from './fuzz-request.ts';

/** Fields by operation that are only valid in combination, which independent generation would rarely hit. */
export const linkedFields: Record<string, fc.Arbitrary<Record<string, unknown>>> = {
  sendBatch: costlyBatches,
  verifyOtp: fc.constantFrom<Record<string, unknown>>(
    { recipient: '«own.otpTo»', otp: '«own.code»' },
    { phone_number: '«own.otpTo»', otp_id: '«own.otpId»', otp_code: '«own.code»' },
  ),
  updateUser: fc.constant({ name: 'Asha Rao', email: '«own.email»' }),
  receivePaymentWebhook: fc
    .constantFrom('payment.captured', 'payment.failed', 'order.paid')
    .map((event) => ({
      event,
      payload: {
        payment: { entity: { id: '«own.paymentId»', order_id: '«own.providerOrderId»' } },
      },
    })),
};

/** Headers without which an operation rejects every request. */
export const requiredHeaders: Record<string, fc.Arbitrary<FuzzRequest['headers']>> = {
  receivePaymentWebhook: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.uuid().map((id): FuzzRequest['headers'] => [
        ['x-razorpay-signature', '«signature»'],
        ['x-razorpay-event-id', id],
      ]),
    },
    {
      weight: 1,
      arbitrary: fc.constant<FuzzRequest['headers']>([['x-razorpay-signature', '«signature»']]),
    },
    { weight: 1, arbitrary: fc.constant<FuzzRequest['headers']>([]) },
  ),
};
