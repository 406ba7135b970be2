import type { Chain, Link } from '#domain/messaging/dlt/registry/contract.browser.ts';

/** What a link is known by; the list is sorted by it. */
export const linkKey = ({ kind, value }: Pick<Link, 'kind' | 'value'>) => `${kind} ${value}`;

/** What a chain is known by; the list is sorted by it. */
export const chainKey = ({ entityId, carrier }: Pick<Chain, 'entityId' | 'carrier'>) =>
  `${entityId} ${carrier}`;
