import type { Bar } from '#app/charts/lay-out.server.ts';
import { paths } from '#app/paths.ts';
import type { LogFilter, StateGroup } from '#domain/messaging/messages/contract.ts';
import type { getMessage } from '#domain/messaging/messages/find-messages.ts';
import type { MessageOutput } from '#domain/messaging/messages/outputs.ts';
import type { MessageSummary } from '#domain/messaging/messages/summarize-messages.ts';
import { isErased } from '#domain/messaging/privacy/pseudonym.browser.ts';
import type {
  FailedRequestGroup,
  FailedRequestOutput,
} from '#domain/messaging/request-log/log-failed-request.ts';
import type { StatFilter } from '#domain/messaging/stats/contract.ts';
import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';
import type { Page } from '#domain/shared/page.browser.ts';
import type { EventOutput } from '#domain/webhooks/contract.browser.ts';

export type KeyName = { keyId: string; name: string };

/**
 * The filter's parameters in the address, which other screens link to. `api_id`, `from` and `to` are the same as in
 * `GET /messages`. Also read are `status` and `recipient` of `GET /messages`, and `key` and `number`, which older
 * addresses contain.
 *
 * - `q`: a message ID, a number in any format, or part of the text, which is searched in the last 30 days
 * - `state`: a result (`delivered`, `failed` including undelivered and expired, `in_progress`), or any single state
 * - `api_id`, `sender`, `template_id`; the template `none` stands for messages without one
 * - `category`: `otp`, `transactional` or `promotional`
 * - `carrier`: a carrier that accepted the message or rejected it
 * - `reason`: the code of the reason, which is the part before its first colon: `UNDELIV 001`, `refused with 0x0000000B`
 * - `from`, `to`: a day in India; or a time, which is `2026-04-06T09:30` in India or has an offset. A day in `to` is
 *   included, a time in `to` is excluded
 */
export const filterNames = [
  'q',
  'state',
  'api_id',
  'sender',
  'template_id',
  'category',
  'carrier',
  'reason',
  'from',
  'to',
] as const;

export type FilterName = (typeof filterNames)[number];

/** The value of `template_id` in an address for messages without a template. */
export const noTemplate = 'none';

/** The filter and page in a URL. */
export type ParsedFilter = {
  /** The filter's values as the user typed them. */
  typed: Partial<Record<FilterName, string>>;
  /** Errors by field. */
  errors: Partial<Record<FilterName, string>>;
  /** The last message of the previous page. */
  after: string | undefined;
  /** The input of `listMessages`; null if the filter is invalid. */
  narrowed: LogFilter | null;
};

type Place = Pick<ParsedFilter, 'typed'> & { after?: string | undefined };

/** The search parameters of a page of the log: the filter and the position. */
export function toSearchParams({ typed, after }: Place): URLSearchParams {
  const search = new URLSearchParams();
  for (const name of filterNames) {
    const value = typed[name];
    if (value) search.set(name, value);
  }
  if (after) search.set('after', after);
  return search;
}

/** A time in India as an input's value, such as `2026-04-06T09:30`. Seconds are included unless they are 0. */
export function toLocalTime(at: Date): string {
  const local = new Date(at.getTime() + indiaOffsetMs).toISOString().slice(0, 19);
  return local.endsWith(':00') ? local.slice(0, 16) : local;
}

type LogQuery = Pick<ParsedFilter, 'typed' | 'errors' | 'after'> & { keys: KeyName[] };

/** A page of the log; null if the filter is invalid. */
export type LogView = LogQuery & {
  page: Page<MessageOutput> | null;
  /** The counts of the messages; null if the filter is invalid. */
  summary: Pick<MessageSummary, 'counts' | 'before' | 'isCut'> | null;
  /** The number of messages with each result, by time. */
  bars: Bar[];
  /** Whether the time span of the last bar has not ended yet. */
  untilNow: boolean;
  /** The selected result; null for all results, or if a single state is selected. */
  group: StateGroup | null;
  /** Headers and templates to choose from. */
  senders: string[];
  templates: { id: string; name: string }[];
  livemode: boolean;
  /** The API ID in the filter, if it belongs to the other mode, whose messages this log does not show. */
  otherKeyId: string | null;
};

export type MessageWithTimeline = Awaited<ReturnType<typeof getMessage>>;

export type TimelineEvent = MessageWithTimeline['timeline'][number];

/** A webhook event about a message, with the address of its endpoint; null once the endpoint is deleted. */
export type EventOfMessage = EventOutput & { url: string | null };

/** One message, with the filters and page of the log from which it was opened. */
export type MessageView = Pick<LogQuery, 'typed' | 'after' | 'keys'> & {
  message: MessageWithTimeline;
  /** The name of the message's template; null without a template, or if the template is not registered. */
  templateName: string | null;
  /** The heading of the message's page. */
  title: string;
  /** The response of `GET /messages/{id}`. */
  json: { text: string; html: string };
  events: EventOfMessage[];
  /** Whether the account has an endpoint of the message's mode. */
  hasEndpoints: boolean;
};

/**
 * Whether a message can be sent again. Excludes one-time passwords, whose text is never shown, and messages whose text or
 * number was erased.
 */
export const canSendAgain = ({
  kind,
  content,
  recipient,
}: Pick<MessageOutput, 'kind' | 'content' | 'recipient'>): boolean =>
  kind === 'message' && content !== null && !isErased(recipient);

/** The request log: groups by error code, or a page of single requests. */
export type RequestLogView = {
  keys: KeyName[];
  /** The groups by code; null if single requests are shown. */
  grouped: { groups: FailedRequestGroup[]; isCut: boolean } | null;
  failed: Page<FailedRequestOutput> | null;
  /** The code of all requests that are shown. */
  code?: string | undefined;
  /** The last entry of the previous page. */
  after?: string | undefined;
  /** Whether failed requests are currently recorded. */
  isLogged: boolean;
};

type Wanted = StatFilter & {
  /** `failed` also finds undelivered and expired messages. */
  state?: 'failed' | 'delivered';
  /** The code of a reason. */
  reason?: string;
  from: Date;
  /** The end of the time span, exclusive. */
  to: Date;
};

/** The URL of the log with the messages that a figure counts. */
export function logOf({ key, template, from, to, ...others }: Wanted): string {
  const filter: Partial<Record<FilterName, string | undefined>> = {
    ...{ ...others, api_id: key, template_id: template === '' ? noTemplate : template },
    ...{ from: from.toISOString(), to: to.toISOString() },
  };
  const set = Object.entries(filter).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  return paths.messages(Object.fromEntries(set));
}
