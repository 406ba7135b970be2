/** Names of the machine itself, which others cannot reach: there, a demo may run with production settings. */
export const isLoopback = (hostname: string) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

/** The machine itself, or one of the same network: a name without a domain, or a private address (RFC 1918). */
export const isLocal = (hostname: string) =>
  isLoopback(hostname) ||
  !/[.:]/.test(hostname) ||
  /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)[\d.]+$/.test(hostname);

/** Whether an address is set and uses http. */
export const isPlainHttp = (address: string | undefined): address is string =>
  address !== undefined && new URL(address).protocol !== 'https:';

/**
 * In production passwords, sessions and client secrets go over https only, except to the machine itself.
 *
 * @param addresses settings with addresses that the product fetches or links to
 * @returns a sentence for each that is not https
 */
export const requireHttps = (
  addresses: Record<string, string | undefined>,
  { isProduction }: { isProduction: boolean },
): string[] =>
  Object.entries(addresses)
    .filter(
      ([, address]) =>
        isProduction && isPlainHttp(address) && !isLoopback(new URL(address).hostname),
    )
    .map(([name]) => `${name}: must be https:// in production`);
