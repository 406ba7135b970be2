/** A webhook URL without its secret part, such as `https://hooks.slack.com/…/x1Y2`. */
export function maskAddress(address: string): string {
  const { origin, pathname, search } = new URL(address);
  const secret = `${pathname}${search}`.replace(/\/+$/, '');
  return secret.length < 12 ? `${origin}/…` : `${origin}/…/${secret.slice(-4)}`;
}
