import { randomUUID } from 'node:crypto';

/** An API call, which may take several requests with the same idempotency key. */
export type Call = { path: string; body: string; idempotencyKey: string; messages: number };

/** Messages in a batch. */
const batch = 10;

/** Creates ten calls in turn: eight single messages, one batch, one OTP. No two messages are the same. */
export function createCalls(): () => Call {
  let serial = 0;
  let made = 0;
  const recipient = () => {
    serial += 1;
    return `98${String(serial).padStart(8, '0')}`;
  };
  const message = () => ({
    recipient: recipient(),
    message: `Your parcel ${serial} is on its way.`,
  });
  const call = (path: string, body: unknown, messages = 1): Call => ({
    path: `/api/v1/messages/${path}`,
    body: JSON.stringify(body),
    idempotencyKey: randomUUID(),
    messages,
  });
  return () => {
    made += 1;
    if (made % 10 === 0) return call('send-otp', { recipient: recipient() });
    if (made % 10 !== 5) return call('send-message', message());
    return call('batch', { messages: Array.from({ length: batch }, message) }, batch);
  };
}
