import type { OfOtherMode } from '#app/dashboard/mode/other-mode-notice.tsx';
import type { Sample } from '#app/samples/contract.ts';
import type { Toast } from '#app/session/toast.ts';
import type { TrackedMessage } from './following/contract.ts';

/** Screens that are consoles. */
export type ConsoleTab = 'message' | 'OTPVerification';

/** The calls of the consoles, named like their samples. */
export type CallName = 'send-message' | 'send-otp' | 'verify-otp';

/** The values of a console's fields, by name. */
export type ConsoleFields = {
  key: string;
  country: string;
  phone: string;
  message: string;
  otp: string;
  /** The id of an OTP service; empty for the installation's. */
  service: string;
};

export type FieldName = keyof ConsoleFields;

/** The next step of a console: send a message or code, or verify the code that was sent. */
export type ConsoleStep = 'send' | 'verify';

export type HighlightedCode = { text: string; html: string };

/** The values of a call. They never include the API key. */
export type Values = {
  keyId: string;
  recipient: string;
  message: string;
  otp: string;
  /** Empty if the call names none. */
  service: string;
  idempotencyKey: string;
};

/** A call with placeholders. */
export type CallTemplate = { sample: Sample; request: HighlightedCode; expected: HighlightedCode };

/** A call that was made, and the API's response. */
export type ApiExchange = {
  call: CallName;
  values: Values;
  status: number;
  requestId: string;
  response: HighlightedCode;
};

/** A console's reply to its form. */
export type Reply = {
  /** HTTP status of the reply. */
  status: number;
  toast: Toast;
  errors: Partial<Record<FieldName, string>>;
  /** The new values of the fields. */
  typed: ConsoleFields;
  stage: ConsoleStep;
  /** Null if no call was made. */
  exchange: ApiExchange | null;
  /** The accepted message. */
  message: TrackedMessage | null;
  /** Whether the code is that of a test number, to which nothing is sent. */
  isTest: boolean;
  /** For the next call. */
  idempotencyKey: string;
};

/** An API key to choose from, without its secret. */
export type KeyChoice = { keyId: string; name: string; usable: boolean };

/** What the codes of a service are like. */
export type CodeShape = { length: number; letters: boolean; ttlSeconds: number };

/** An OTP service to choose from. */
export type ServiceChoice = CodeShape & { id: string; name: string };

/** The data of a console. */
export type ConsoleData = {
  /** Whether it sends to phones: its keys are those of the dashboard's mode. */
  livemode: boolean;
  /** Null if they could not be loaded. */
  keys: KeyChoice[] | null;
  calls: Partial<Record<CallName, CallTemplate>>;
  idempotencyKey: string;
  /** The key in the address; empty if there is none. */
  chosen: string;
  /** The message in the address; null if there is none, it belongs to another user, or it is of the other mode. */
  sent: TrackedMessage | null;
  /** The message or key in the address, if it is one of the user's of the other mode. */
  ofOtherMode: OfOtherMode | null;
  /** OTP services to choose from; none where no codes are sent. */
  services: ServiceChoice[];
  /** The service in the address; empty if there is none. */
  chosenService: string;
};

/** The call that a console's form makes. */
export function pickCall(tab: ConsoleTab, form: FormData): CallName {
  if (tab === 'message') return 'send-message';
  return form.get('intent') === 'verify' ? 'verify-otp' : 'send-otp';
}
