import type { MessageOutput } from '#domain/messaging/messages/contract.ts';
import type { getMessage } from '#domain/messaging/messages/get-message.server.ts';
import type { FailedRequestOutput } from '#domain/messaging/request-log/contract.ts';
import type { Page } from '#domain/shared/page.ts';
import type { ParsedFilter } from './filter.ts';

/** An API key as the log names it. */
export type KeyName = { keyId: string; name: string };

type Asked = Pick<ParsedFilter, 'typed' | 'faults' | 'after'> & { keys: KeyName[] };

/** A page of the log; none if the filter is wrong. */
export type LogView = Asked & { page: Page<MessageOutput> | null };

export type MessageWithTimeline = Awaited<ReturnType<typeof getMessage>>;

export type TimelineEvent = MessageWithTimeline['timeline'][number];

/** One message, or null if there is none; with the place in the log that it was opened from. */
export type MessageView = Pick<Asked, 'typed' | 'after' | 'keys'> & {
  message: MessageWithTimeline | null;
};

/** A page of the refused requests. */
export type RequestLogView = {
  keys: KeyName[];
  refused: Page<FailedRequestOutput>;
  /** The last one of the page before. */
  after?: string | undefined;
  /** Whether they are kept now. */
  isLogged: boolean;
};
