import type { AppLoadContext } from '@remix-run/node';

/** Where a request comes from: as limits count it, and the address itself; empty where nobody knows. */
export const toClientAddresses = ({ clientAddress = '', exactAddress = '' }: AppLoadContext) => ({
  clientAddress,
  exactAddress,
});

export type Addresses = ReturnType<typeof toClientAddresses>;
