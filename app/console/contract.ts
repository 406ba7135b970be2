import type { Sample } from '#app/samples/contract.ts';
import type { Toast } from '#app/session/toast.ts';
import type { TrackedMessage } from './following/contract.ts';

/** The screens that are consoles. */
export type ConsoleTab = 'message' | 'OTPVerification';

/** The calls that consoles make, named as their samples are. */
export type CallName = 'send-message' | 'send-otp' | 'verify-otp';

/** What the fields of a console hold, under their names. */
export type ConsoleFields = {
  key: string;
  country: string;
  phone: string;
  message: string;
  otp: string;
};

export type FieldName = keyof ConsoleFields;

/** What a console sends next: a message or code, or the check of a code that was sent. */
export type ConsoleStep = 'send' | 'verify';

/** Code with its colours. */
export type HighlightedCode = { text: string; html: string };

/** What stands in a call and differs from one to the next. The secret is never among it. */
export type Values = {
  keyId: string;
  recipient: string;
  message: string;
  otp: string;
  idempotencyKey: string;
};

/** A call as it can be shown before it is made, with placeholders. */
export type CallTemplate = { sample: Sample; request: HighlightedCode; expected: HighlightedCode };

/** A call that was made, and what the API answered. */
export type ApiExchange = {
  call: CallName;
  values: Values;
  status: number;
  requestId: string;
  response: HighlightedCode;
};

/** What a console answers to its form. */
export type Reply = {
  /** HTTP status of the answer. */
  status: number;
  toast: Toast;
  faults: Partial<Record<FieldName, string>>;
  /** What the fields hold from now on. */
  typed: ConsoleFields;
  stage: ConsoleStep;
  /** Null if nothing was sent. */
  exchange: ApiExchange | null;
  /** The message that was accepted. */
  message: TrackedMessage | null;
  /** For the next call. */
  idempotencyKey: string;
};

/** An API key to choose, without its secret. */
export type KeyChoice = { keyId: string; name: string; usable: boolean };

/** What a console is made of. `keys` is null if they cannot be read. */
export type ConsoleData = {
  keys: KeyChoice[] | null;
  calls: Partial<Record<CallName, CallTemplate>>;
  idempotencyKey: string;
  /** The key that the address names; empty if it names none. */
  chosen: string;
  /** The message that the address names; null if it names none of the user's. */
  sent: TrackedMessage | null;
};
