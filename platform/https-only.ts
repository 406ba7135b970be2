/**
 * Whether a host name means the machine itself, which other machines cannot reach. A demo with production settings may run on
 * such a host.
 */
export const isLoopback = (hostname: string) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

/**
 * Whether a host name means the machine itself or a machine in the same network: a name without a domain, or a private
 * address (RFC 1918).
 */
const isLocal = (hostname: string) =>
  isLoopback(hostname) ||
  !/[.:]/.test(hostname) ||
  /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)[\d.]+$/.test(hostname);

/** Whether an address is set and uses http. */
export const isPlainHttp = (address: string | undefined): address is string =>
  address !== undefined && new URL(address).protocol !== 'https:';

/**
 * Checks in production that addresses have https, because passwords, sessions and client secrets are sent to them. Addresses of
 * the machine itself may have http.
 *
 * @param addresses the addresses that the product fetches or links to, by the name of the setting
 * @returns a sentence for each address that does not have https
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

/**
 * Whether people other than the operator can reach the installation. We assume this in production if the host of
 * `PUBLIC_URL` is outside the machine and its network. In all other cases, the operator is only trying the product out.
 */
export function isReached({
  isProduction,
  getValue,
}: {
  isProduction: boolean;
  getValue: (name: string) => string | undefined;
}): boolean {
  const address = getValue('PUBLIC_URL') ?? '';
  return isProduction && URL.canParse(address) && !isLocal(new URL(address).hostname);
}
