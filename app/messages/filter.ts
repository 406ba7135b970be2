import type { MessageState } from '#domain/messaging/messages/contract.ts';

/** The fields of the filter, by their names in the address. */
export const filterNames = ['state', 'number', 'key', 'from', 'to'] as const;

export type FilterName = (typeof filterNames)[number];

/** What an address asks of the log. */
export type ParsedFilter = {
  /** As it was typed. */
  typed: Partial<Record<FilterName, string>>;
  /** What is wrong with it, by field. */
  faults: Partial<Record<FilterName, string>>;
  /** The last message of the page before. */
  after: string | undefined;
  /** As `listMessages` takes it; null if something is wrong. */
  narrowed: {
    status: MessageState | undefined;
    recipient: string | undefined;
    api_id: string | undefined;
    from: string | undefined;
    to: string | undefined;
  } | null;
};
