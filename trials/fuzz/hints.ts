import fc from 'fast-check';
import { password } from '#tests/harness/stack-clients.ts';
import { costlyBatches } from './costly.ts';
import { otherAccountIds } from './hostile.ts';
import { type Hints, timestamps } from './json-schema.ts';
import type { FuzzRequest } from './send.ts';

/** Numbers whose messages are delivered, and magic numbers of the sandbox that have another result at once. */
const recipients = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.integer({ min: 0, max: 99_999_999 }).map((n) => `98${`${n}`.padStart(8, '0')}`),
  },
  { weight: 1, arbitrary: fc.constantFrom('9999900002', '9999900003', '9999900004', '9999900006') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('+919876543210', '00919876543210', ' 098765 43210', '«own.otpTo»'),
  },
);

const contents = fc.oneof(
  fc.constantFrom(
    'Your order has left.',
    'नमस्ते, आपका ऑर्डर भेज दिया गया है।',
    '🎉',
    'x'.repeat(1_530),
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
);

const emails = fc.oneof(
  { weight: 4, arbitrary: fc.uuid().map((id) => `${id}@fuzz.localhost.test`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('«own.email»', '«victim.email»', 'refused@sandbox.test'),
  },
  { weight: 1, arbitrary: fc.emailAddress() },
);

const passwords = fc.oneof(
  { weight: 9, arbitrary: fc.constant(password) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 6, maxLength: 128 }) },
);

const plans = fc.constantFrom(
  '«plan.basic»',
  '«plan.basic»',
  '«plan.pro»',
  '«plan.enterprise»',
  '«plan.free»',
);

/** Mostly an id of the sender's own account, sometimes one of another account. */
const own = (...names: string[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.constantFrom(...otherAccountIds) },
  );

/** Values by field name, where the schema only defines the shape. */
export const hints: Hints = {
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
  // Without scopes, or rolled, the sender's own key would let nothing more through.
  keyId: own('«own.spareKey»'),
  key: own('«own.keyId»', '«own.spareKey»'),
  api_id: own('«own.keyId»'),
  // None of these addresses is reachable.
  url: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom('https://hooks.example/', 'https://hooks.example:8443/a?b=c'),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('http://2130706433/', 'https://[::1]/', 'https://', 'x'),
    },
  ),
  endpoint: own('«own.endpointId»'),
  endpointId: own('«own.endpointId»'),
  eventId: own('«own.eventId»'),
  after: own('«own.messageId»'),
  token: fc.constantFrom(
    '«own.resetToken»',
    '«own.resetToken»',
    '«own.confirmToken»',
    'A'.repeat(43),
  ),
  otp: fc.oneof(fc.constant('«own.code»'), fc.stringMatching(/^\d{4,6}$/)),
  otp_code: fc.oneof(fc.constant('«own.code»'), fc.stringMatching(/^\d{4,6}$/)),
  otp_id: own('«own.otpId»'),
  order: own('«own.orderId»'),
  session: own('«own.sessionId»'),
  from: timestamps,
  to: timestamps,
  expiresOn: fc.oneof(timestamps, fc.constant(null)),
  razorpay_payment_id: fc.constantFrom('«own.paymentId»', 'pay_0000000000000'),
  razorpay_order_id: fc.constantFrom('«own.providerOrderId»', 'order_000000000000'),
  razorpay_signature: fc.constantFrom('«own.signature»', '0'.repeat(64)),
};

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
