/** The host of an address, for logs and emails: path and query may be secret. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

/** The name of an address’s host, without the port; empty for what is no address. */
export function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '';
}
