import type { Toast } from '#app/components/toasts.tsx';
import type { OfOtherMode } from '#app/dashboard/mode.tsx';
import type { Missing } from '#app/reference/contract.ts';
import type { HttpSample } from '#app/samples/contract.ts';
import type { FollowedMessage } from '#domain/messaging/messages/find-messages.ts';
import { errorCatalogue } from '#domain/shared/errors.browser.ts';

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
  /** The id of an OTP service; empty if the code is sent without a service. */
  service: string;
  /** A header of the account; empty if the call names no header. */
  sender: string;
  /** The id of the DLT template if the user types its values instead of a message; else empty. */
  template: string;
  /**
   * When to send the message, as typed: a time in India such as `2026-12-01T10:00`. Empty means
   * immediately.
   */
  sendAt: string;
  /** The typed values of the template's slots, in order. */
  values: string[];
};

export type FieldName = Exclude<keyof ConsoleFields, 'values'>;

/** The next step of a console: send a message or code, or verify the code that was sent. */
export type ConsoleStep = 'send' | 'verify';

export type HighlightedCode = { text: string; html: string };

/** The values of a call. The values never include the API key. */
export type Values = {
  keyId: string;
  recipient: string;
  message: string;
  otp: string;
  /** Empty if the call names no service. The same applies to sender and template. */
  service: string;
  sender: string;
  template: string;
  /** When to send the message, with a UTC offset; empty to send it at once. */
  sendAt: string;
  idempotencyKey: string;
};

/** Adds India's UTC offset to a typed time. Other text is returned unchanged. */
export const withOffset = (typed: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(typed) ? `${typed}:00+05:30` : typed;

/** A call with placeholders. */
export type CallTemplate = {
  sample: HttpSample;
  request: HighlightedCode;
  expected: HighlightedCode;
};

/** A call that was made, and the API's response. */
export type ApiExchange = {
  call: CallName;
  values: Values;
  status: number;
  requestId: string;
  response: HighlightedCode;
};

/** A finding of the DLT check about an accepted message. */
export type ConsoleWarning = {
  code: string;
  message: string;
  /** True if operators reject such messages, or if Dakiya rejects them in live mode. */
  isError: boolean;
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
  /** The last call; null if no call was made. */
  exchange: ApiExchange | null;
  message: TrackedMessage | null;
  /** Whether the code is for a test number, to which nothing is sent. */
  isTest: boolean;
  /** The warnings with which the DLT check accepted the message. */
  warnings: ConsoleWarning[];
  /** Set if DLT would reject the message. `nearest` is the nearest template, if there is one. */
  refusedByDlt: { nearest: { id: string; name: string } | null } | null;
  /** The idempotency key of the next call. */
  idempotencyKey: string;
};

/** An API key to choose from, without its secret. */
export type KeyChoice = { keyId: string; name: string; usable: boolean };

/** The format of a service's codes. */
export type CodeShape = { length: number; letters: boolean; ttlSeconds: number };

/** An OTP service to choose from. */
export type ServiceChoice = CodeShape & { id: string; name: string };

/** A selected DLT template: its fixed texts, and a slot between each two of them. */
export type ChosenTemplate = {
  id: string;
  name: string;
  texts: string[];
  /** The types of the slots, as DLT writes them, such as `{#numeric#}`. */
  slots: string[];
  /** Example values of the slots, in order; empty if the template cannot be sent now. */
  examples: string[];
  /** The headers with which the template may be sent, default header first. */
  headers: string[];
};

/** The choices of an account that sends with its own headers. */
export type OwnSenders = {
  headers: string[];
  /** Some of the account's templates, or the results of the search in the URL. */
  templates: { id: string; name: string }[];
  /**
   * The search in the URL: a template's id, or part of its name or text; empty if the user types the whole
   * text.
   */
  asked: string;
  template: ChosenTemplate | null;
};

export type ConsoleData = {
  /** Whether the console sends to phones. The console has the keys of the dashboard's mode. */
  livemode: boolean;
  /** The API keys to choose from; null if they could not be loaded. */
  keys: KeyChoice[] | null;
  calls: Partial<Record<CallName, CallTemplate>>;
  idempotencyKey: string;
  /** The key in the URL; empty if there is no key. */
  chosen: string;
  /** The message in the URL; null if there is none, or it belongs to another user or mode. */
  sent: TrackedMessage | null;
  /** The message or key in the URL, if it belongs to the user but to the other mode. */
  ofOtherMode: OfOtherMode | null;
  /** OTP services to choose from; empty on a console that sends no codes. */
  services: ServiceChoice[];
  /** The service in the URL; empty if there is no service. */
  chosenService: string;
  /** Null on a console that sends no messages, and for an account without an approved header. */
  senders: OwnSenders | null;
  /** What the account needs before it can send a message; null if nothing is missing. */
  missing: Missing | null;
  /**
   * The fields with which the form opens: those of the message to send again, or in test mode an example that can be sent.
   * In live mode there is no example, because the owner of its number would get the message.
   */
  initial: Partial<ConsoleFields>;
};

/** The call that a console's form makes. */
export function pickCall(tab: ConsoleTab, form: FormData): CallName {
  if (tab === 'message') return 'send-message';
  return form.get('intent') === 'verify' ? 'verify-otp' : 'send-otp';
}

/** A message whose delivery a page shows. */
export type TrackedMessage = FollowedMessage;

const final = new Set<TrackedMessage['status']>(['delivered', 'undelivered', 'failed', 'expired']);

export const isFinal = ({ status }: Pick<TrackedMessage, 'status'>) => final.has(status);

/** Limits of one web process on pages that get live updates: per user, per network and in total. */
export const followLimits = { perUser: 5, perNetwork: 20, inAll: 200 };

/** The only supported country. */
export const indiaCountryCode = '+91';

/** How long a country other than India stays selected, in milliseconds. */
export const countryRevertMs = 1_000;

/** Options of the dropdown, in order. `app/styles/flags.css` has their flags. */
export const countries = [
  { code: indiaCountryCode, country: 'India' },
  { code: '+1', country: 'United States' },
  { code: '+44', country: 'United Kingdom' },
  { code: '+61', country: 'Australia' },
  { code: '+86', country: 'China' },
  { code: '+81', country: 'Japan' },
  { code: '+49', country: 'Germany' },
  { code: '+33', country: 'France' },
  { code: '+39', country: 'Italy' },
  { code: '+34', country: 'Spain' },
  { code: '+55', country: 'Brazil' },
  { code: '+7', country: 'Russia' },
  { code: '+82', country: 'South Korea' },
  { code: '+65', country: 'Singapore' },
  { code: '+971', country: 'UAE' },
];

/** The toast for any other country. */
export const serviceLimited = {
  type: 'warning',
  title: 'Service Limited',
  message: errorCatalogue.unsupported_country,
} satisfies Toast;
