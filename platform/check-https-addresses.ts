/** The machine itself, which nobody else reaches: there a demo runs as production does. */
export const isLoopback = (hostname: string) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

/** Where the product goes by itself, or leads people to; all are the operator's choice, none a user's. */
const outward = [
  'RAZORPAY_API_URL',
  'RAZORPAY_CHECKOUT_URL',
  'ANALYTICS_SCRIPT_URL',
  'GOOGLE_AUTHORIZATION_URL',
  'GOOGLE_TOKEN_URL',
  'GOOGLE_USERINFO_URL',
  'GITHUB_AUTHORIZATION_URL',
  'GITHUB_TOKEN_URL',
  'GITHUB_USER_URL',
  'GITHUB_EMAILS_URL',
] as const;

type Addresses = { NODE_ENV: string; PUBLIC_URL?: string | undefined } & {
  [Name in (typeof outward)[number]]?: string | undefined;
};

/**
 * In production passwords, sessions and client secrets go over https alone. What is on the machine itself need
 * not, nor our own site at an address without a name, which nobody can have a certificate for.
 *
 * @param given the names of the settings that somebody set
 */
export function checkHttpsAddresses(env: Addresses, given: string[]): string[] {
  if (env.NODE_ENV !== 'production') return [];
  const faults = outward
    .filter((name) => isPlain(env[name], ({ hostname }) => !isLoopback(hostname)))
    .map((name) => `${name}: must be https:// in production`);
  if (isPlain(env.PUBLIC_URL, ({ hostname }) => /\.\D+$/.test(hostname))) {
    faults.push('PUBLIC_URL: must be https:// in production');
  }
  // Unset, it is the sandbox’s mailbox, where nobody looks for letters.
  if (!given.includes('SMTP_URL')) faults.push('SMTP_URL: set your own in production');
  return faults;
}

function isPlain(address: string | undefined, where: (url: URL) => boolean): boolean {
  if (address === undefined) return false;
  const url = new URL(address);
  return url.protocol !== 'https:' && where(url);
}
