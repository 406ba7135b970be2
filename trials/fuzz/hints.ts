import fc from 'fast-check';
import { password } from '#tests/harness/stack-clients.ts';
import { costlyBatches } from './costly.ts';
import { type Hints, timestamps, weighted } from './generators.ts';
import { otherAccountIds } from './hostile.ts';
import type { Header } from './send.ts';

/** Numbers whose messages are delivered, and magic numbers of the sandbox whose messages immediately get another result. */
const recipients = weighted(
  [6, fc.integer({ min: 0, max: 99_999_999 }).map((n) => `98${`${n}`.padStart(8, '0')}`)],
  [1, fc.constantFrom('9999900002', '9999900003', '9999900004', '9999900006')],
  [1, fc.constantFrom('+919876543210', '00919876543210', ' 098765 43210', '«own.otpTo»')],
);

const contents = fc.oneof(
  fc.constantFrom(
    ...['Your order has left.', 'नमस्ते, आपका ऑर्डर भेज दिया गया है।', '🎉', 'x'.repeat(1_530)],
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
);

const emails = weighted(
  [4, fc.uuid().map((id) => `${id}@fuzz.localhost.test`)],
  [2, fc.constantFrom('«own.email»', '«victim.email»', 'refused@sandbox.test')],
  [1, fc.emailAddress()],
);

const passwords = weighted(
  [9, fc.constant(password)],
  [1, fc.string({ unit: 'grapheme', minLength: 6, maxLength: 128 })],
);

const codes = fc.oneof(fc.constant('«own.code»'), fc.stringMatching(/^\d{4,6}$/));

const plans = fc.constantFrom(
  ...['«plan.basic»', '«plan.basic»', '«plan.pro»', '«plan.enterprise»', '«plan.free»'],
);

/** Generates mostly an id of the sender's own account, sometimes one of another account. */
const own = (...names: string[]) =>
  weighted([6, fc.constantFrom(...names)], [1, fc.constantFrom(...otherAccountIds)]);

/** Values by field name, where the schema only defines the shape. */
export const hints = {
  recipient: recipients,
  phone_number: recipients,
  phone: recipients,
  number: recipients,
  message: contents,
  content: contents,
  email: emails,
  password: passwords,
  passwordConfirm: passwords,
  planId: plans,
  plan: plans,
  amount: fc.constantFrom(199, 199, 199, 999, 0.01, 10_000_000),
  id: own('«own.userId»', '«own.messageId»'),
  // Requests mostly change the spare key. If the sender's own key lost its scopes or was rolled, every later request would
  // fail.
  keyId: own('«own.spareKey»'),
  key: own('«own.keyId»', '«own.spareKey»'),
  api_id: own('«own.keyId»'),
  // None of these addresses is reachable.
  url: weighted(
    [3, fc.constantFrom('https://hooks.example/', 'https://hooks.example:8443/a?b=c')],
    [1, fc.constantFrom('http://2130706433/', 'https://[::1]/', 'https://', 'x')],
  ),
  endpoint: own('«own.endpointId»'),
  endpointId: own('«own.endpointId»'),
  eventId: own('«own.eventId»'),
  hookId: own('«own.hookId»'),
  after: own('«own.messageId»'),
  token: fc.constantFrom(
    ...['«own.resetToken»', '«own.resetToken»', '«own.confirmToken»', 'A'.repeat(43)],
  ),
  otp: codes,
  otp_code: codes,
  otp_id: own('«own.otpId»'),
  order: own('«own.orderId»'),
  session: own('«own.sessionId»'),
  serviceId: own('«own.serviceId»'),
  from: timestamps,
  to: timestamps,
  expiresOn: fc.oneof(timestamps, fc.constant(null)),
  razorpay_payment_id: fc.constantFrom('«own.paymentId»', 'pay_0000000000000'),
  razorpay_order_id: fc.constantFrom('«own.providerOrderId»', 'order_000000000000'),
  razorpay_signature: fc.constantFrom('«own.signature»', '0'.repeat(64)),
} satisfies Hints;

/** By operation: combinations of fields that would rarely be valid if each field were generated independently. */
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

const signature: Header = ['x-razorpay-signature', '«signature»'];

/** Headers without which an operation rejects every request. */
export const requiredHeaders: Record<string, fc.Arbitrary<Header[]>> = {
  receivePaymentWebhook: weighted(
    [4, fc.uuid().map((id): Header[] => [signature, ['x-razorpay-event-id', id]])],
    [1, fc.constant([signature])],
    [1, fc.constant([])],
  ),
};
