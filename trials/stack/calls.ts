import { randomUUID } from 'node:crypto';

/** One of the messages of a call; no other message of a run has its recipient. */
export type CallMessage = { recipient: string; segments: number };

/** An API call, which may take several requests with the same idempotency key. */
export type Call = {
  path: string;
  headers: Record<string, string>;
  body: string;
  idempotencyKey: string;
  messages: CallMessage[];
};

/** An account's credentials. */
export type Key = { keyId: string; secretKey: string };

type CallsOptions = {
  key: Key;
  /** The first three digits of its recipients, which no other account of the run has. */
  prefix?: string;
  /** Messages in a batch. */
  batch?: number;
  /** Whether each sixth message has two segments. */
  withLong?: boolean;
};

/** A sentence that needs a second segment. */
const more = ` Keep the code that the courier asks for at the door. ${'It is in your order. '.repeat(6)}`;

/** Creates ten calls in turn: eight single messages, one batch, one OTP. No two messages are the same. */
export function createCalls({
  key,
  prefix = '980',
  batch = 10,
  withLong = false,
}: CallsOptions): () => Call {
  let serial = 0;
  let made = 0;
  const recipient = () => {
    serial += 1;
    return `${prefix}${String(serial).padStart(7, '0')}`;
  };
  const draft = () => {
    const to = recipient();
    const isLong = withLong && serial % 6 === 0;
    const message = `Your parcel ${serial} is on its way.${isLong ? more : ''}`;
    return {
      sent: { recipient: to, message },
      counted: { recipient: to, segments: isLong ? 2 : 1 },
    };
  };
  const call = (path: string, body: unknown, messages: CallMessage[]): Call => {
    const idempotencyKey = randomUUID();
    return {
      path: `/api/v1/messages/${path}`,
      headers: {
        'x-api-id': key.keyId,
        'x-api-key': key.secretKey,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify(body),
      idempotencyKey,
      messages,
    };
  };
  return () => {
    made += 1;
    if (made % 10 === 0) {
      const to = recipient();
      return call('send-otp', { recipient: to }, [{ recipient: to, segments: 1 }]);
    }
    if (made % 10 !== 5) {
      const { sent, counted } = draft();
      return call('send-message', sent, [counted]);
    }
    const drafts = Array.from({ length: batch }, draft);
    return call(
      'batch',
      { messages: drafts.map(({ sent }) => sent) },
      drafts.map(({ counted }) => counted),
    );
  };
}
