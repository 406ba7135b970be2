import type { MessageState } from '#domain/messaging/messages/contract.ts';
import type { getMessage } from '#domain/messaging/messages/find-messages.ts';
import type { MessageOutput } from '#domain/messaging/messages/outputs.ts';
import { isErased } from '#domain/messaging/privacy/pseudonym.browser.ts';
import type { FailedRequestOutput } from '#domain/messaging/request-log/contract.ts';
import type { Page } from '#domain/shared/page.browser.ts';
import type { EventOutput } from '#domain/webhooks/contract.browser.ts';

/** The name of an API key in the log. */
export type KeyName = { keyId: string; name: string };

/** The filter's parameters in the address. */
export const filterNames = ['state', 'number', 'key', 'from', 'to'] as const;

export type FilterName = (typeof filterNames)[number];

/** The filter and page that an address asks for. */
export type ParsedFilter = {
  /** As typed. */
  typed: Partial<Record<FilterName, string>>;
  /** Errors by field. */
  errors: Partial<Record<FilterName, string>>;
  /** The last message of the previous page. */
  after: string | undefined;
  /** The input of `listMessages`; null if the filter is invalid. */
  narrowed: {
    status: MessageState | undefined;
    recipient: string | undefined;
    api_id: string | undefined;
    from: string | undefined;
    to: string | undefined;
  } | null;
};

type Place = Pick<ParsedFilter, 'typed'> & { after?: string | undefined };

/** The search parameters of a page of the log: its filter and position. */
export function toSearchParams({ typed, after }: Place): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of filterNames) {
    const value = typed[name];
    if (value) search.set(name, value);
  }
  if (after) search.set('after', after);
  return search;
}

type LogQuery = Pick<ParsedFilter, 'typed' | 'errors' | 'after'> & { keys: KeyName[] };

/** A page of the log; null if the filter is invalid. */
export type LogView = LogQuery & {
  page: Page<MessageOutput> | null;
  livemode: boolean;
  /** The API ID of the filter if it is one of the other mode, whose messages are not in this log. */
  otherKeyId: string | null;
};

export type MessageWithTimeline = Awaited<ReturnType<typeof getMessage>>;

export type TimelineEvent = MessageWithTimeline['timeline'][number];

/** A webhook event about a message, with the address of its endpoint; null once that is deleted. */
export type EventOfMessage = EventOutput & { url: string | null };

/** One message, with the filters and page of the log that it was opened from. */
export type MessageView = Pick<LogQuery, 'typed' | 'after' | 'keys'> & {
  message: MessageWithTimeline;
  /** Its heading. */
  title: string;
  /** The response of `GET /messages/{id}`. */
  json: { text: string; html: string };
  events: EventOfMessage[];
  /** Whether the account has an endpoint of the message's mode. */
  hasEndpoints: boolean;
};

/** Codes are never shown, so they cannot be sent again; nor can a text or a number that was erased. */
export const canSendAgain = ({
  kind,
  content,
  recipient,
}: Pick<MessageOutput, 'kind' | 'content' | 'recipient'>): boolean =>
  kind === 'message' && content !== null && !isErased(recipient);

/** A page of the request log. */
export type RequestLogView = {
  keys: KeyName[];
  failed: Page<FailedRequestOutput>;
  /** The last entry of the previous page. */
  after?: string | undefined;
  /** Whether failed requests are recorded at present. */
  isLogged: boolean;
};
