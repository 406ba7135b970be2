import type { AppLoadContext } from '@remix-run/node';

/** The client's address as rate limits count it, and the exact address; empty if unknown. */
export const toClientAddresses = ({ clientAddress = '', exactAddress = '' }: AppLoadContext) => ({
  clientAddress,
  exactAddress,
});

export type Addresses = ReturnType<typeof toClientAddresses>;
