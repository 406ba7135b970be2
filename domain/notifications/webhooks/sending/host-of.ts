/** The host of an address, for logs and emails: path and query may be secret. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');
