import { isLoopback } from './check-https-addresses.ts';
import type { CarrierConfig } from './env-carriers.ts';
import { developmentKeys } from './key-ring.ts';

type Secrets = {
  NODE_ENV: string;
  DATABASE_URL: string;
  HASH_KEY: string[];
  ENCRYPTION_KEYS: { id: string; secret: Buffer }[];
  CARRIERS?: CarrierConfig[] | undefined;
  SMPP_PASSWORD: string;
  MAIL_FROM: string;
  SUPPORT_EMAIL: string;
  GOOGLE_CLIENT_SECRET?: string | undefined;
  GITHUB_CLIENT_SECRET?: string | undefined;
  RAZORPAY_KEY_SECRET?: string | undefined;
  RAZORPAY_WEBHOOK_SECRET?: string[] | undefined;
};

/**
 * In production nothing may run on the secrets that are printed in this repository, and no mail may
 * come from a name that cannot be answered: `.test` is nobody's (RFC 6761).
 */
export function checkProductionSecrets(env: Secrets): string[] {
  if (env.NODE_ENV !== 'production') return [];
  const faults: string[] = [];
  if (env.HASH_KEY.includes(developmentKeys.hash)) {
    faults.push('HASH_KEY: set your own in production');
  }
  if (env.ENCRYPTION_KEYS.some(isDevelopmentKey)) {
    faults.push('ENCRYPTION_KEYS: set your own in production');
  }
  if (hasDefaultPassword(env.DATABASE_URL)) {
    faults.push('DATABASE_URL: give the database a password of its own in production');
  }
  if (!env.CARRIERS && env.SMPP_PASSWORD === 'sandbox') {
    faults.push('SMPP_PASSWORD: set your carrier’s (or CARRIERS) in production');
  }
  for (const { name } of env.CARRIERS?.filter(({ password }) => password === 'sandbox') ?? []) {
    faults.push(`CARRIERS: set the password of ${name} in production`);
  }
  for (const name of ['MAIL_FROM', 'SUPPORT_EMAIL'] as const) {
    if (/@dakiya\.test>?$/.test(env[name])) faults.push(`${name}: set your own in production`);
  }
  for (const name of ['GOOGLE_CLIENT_SECRET', 'GITHUB_CLIENT_SECRET'] as const) {
    if (env[name] === 'sandbox') faults.push(`${name}: set your own in production, or none`);
  }
  if (env.RAZORPAY_KEY_SECRET === 'sandbox') {
    faults.push('RAZORPAY_KEY_SECRET: set your own in production, or none');
  }
  if (env.RAZORPAY_WEBHOOK_SECRET?.includes('sandbox')) {
    faults.push('RAZORPAY_WEBHOOK_SECRET: set your own in production, or none');
  }
  return faults;
}

/** Under whatever id. */
const isDevelopmentKey = ({ id, secret }: Secrets['ENCRYPTION_KEYS'][number]) =>
  id === developmentKeys.encryptionId ||
  developmentKeys.encryption.endsWith(`:${secret.toString('base64')}`);

function hasDefaultPassword(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return false;
  const { password, hostname } = new URL(databaseUrl);
  return password === 'dakiya' && !isLoopback(hostname);
}

/** A lease must outlast the wait for an answer, or a worker that waits would be taken for dead. */
export function checkLease(
  env: { SUBMIT_LEASE_SECONDS: number },
  carriers: CarrierConfig[],
): string[] {
  return carriers
    .filter(({ responseTimeoutMs }) => responseTimeoutMs >= env.SUBMIT_LEASE_SECONDS * 1_000)
    .map(({ name }) => `SUBMIT_LEASE_SECONDS: must exceed responseTimeoutMs of carrier ${name}`);
}

/** Who turns the usual limit off must not be held to less than it. */
export function checkRateLimits(env: {
  RATE_LIMIT_PER_SECOND: number;
  RATE_LIMIT_HARD_PER_SECOND: number;
}): string[] {
  return env.RATE_LIMIT_HARD_PER_SECOND < env.RATE_LIMIT_PER_SECOND
    ? ['RATE_LIMIT_HARD_PER_SECOND: must not be below RATE_LIMIT_PER_SECOND']
    : [];
}

type Seller = {
  SELLER_GSTIN?: string | undefined;
  SELLER_ADDRESS?: string | undefined;
  SELLER_STATE?: string | undefined;
};

/** A tax invoice names the seller's address and State; a GSTIN begins with the State's code. */
export function checkSeller({ SELLER_GSTIN: gstin, ...seller }: Seller): string[] {
  if (!gstin) return [];
  const missing = (['SELLER_ADDRESS', 'SELLER_STATE'] as const)
    .filter((name) => !seller[name])
    .map((name) => `${name}: must be set beside SELLER_GSTIN`);
  const code = gstin.slice(0, 2);
  if (!seller.SELLER_STATE || seller.SELLER_STATE.endsWith(`(${code})`)) return missing;
  return [...missing, `SELLER_STATE: must have the code ${code}, with which SELLER_GSTIN begins`];
}
