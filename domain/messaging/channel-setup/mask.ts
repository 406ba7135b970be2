/**
 * The address of an incoming webhook without what makes it a credential, such as `https://hooks.slack.com/…/x1Y2`.
 */
export function maskAddress(address: string): string {
  const { origin, pathname, search } = new URL(address);
  const secret = `${pathname}${search}`.replace(/\/+$/, '');
  return secret.length < 12 ? `${origin}/…` : `${origin}/…/${secret.slice(-4)}`;
}

/** A number as its owner recognises it and nobody else can call it, such as `+91 ••••• •3210`. */
export const maskNumber = (number: string) => `+91 ••••• •${number.slice(-4)}`;
