import type { MessageState } from '#domain/messaging/messages/contract.ts';

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
