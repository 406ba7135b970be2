import { randomBytes } from 'node:crypto';
import { programSettings } from '#bench/stack/settings.ts';
import { probeSettings } from './probe.ts';

/** The addresses of PostgreSQL and Redis. */
export type Services = { DATABASE_URL: string; REDIS_URL: string };

const secret = () => randomBytes(24).toString('base64url');

/** A limit that no run reaches. */
const unreachableLimit = '1000000';

/** The demo's window, and a rate at which messages do not wait for the carrier. */
const carrier = { window: 50, rate: 5_000 };

/**
 * The complete environment of the programs. It raises the limits that would keep requests from reaching the
 * code behind them. Limits per address are not raised: requests come from many addresses, as the programs
 * trust one proxy's `X-Forwarded-For`.
 */
export async function stressSettings(services: Services) {
  const settings = await programSettings(services, carrier);
  const sandbox = `http://localhost:${settings.SANDBOX_PORT}`;
  return {
    ...settings,
    ...probeSettings,
    PUBLIC_URL: `http://localhost:${settings.PORT}`,
    TRUSTED_PROXIES: '1',
    FAILED_AUTH_PER_MINUTE: unreachableLimit,
    LEAK_REPORTS_PER_MINUTE: unreachableLimit,
    RECONCILE_INTERVAL_SECONDS: '1',
    RAZORPAY_KEY_ID: 'rzp_test_trial',
    RAZORPAY_KEY_SECRET: secret(),
    RAZORPAY_WEBHOOK_SECRET: secret(),
    RAZORPAY_API_URL: `${sandbox}/razorpay`,
    RAZORPAY_CHECKOUT_URL: `${sandbox}/razorpay/checkout.js`,
    GOOGLE_CLIENT_ID: 'trial',
    GOOGLE_CLIENT_SECRET: secret(),
    GOOGLE_AUTHORIZATION_URL: `${sandbox}/google/authorize`,
    GOOGLE_TOKEN_URL: `${sandbox}/google/token`,
    GOOGLE_USERINFO_URL: `${sandbox}/google/userinfo`,
    GITHUB_CLIENT_ID: 'trial',
    GITHUB_CLIENT_SECRET: secret(),
    GITHUB_AUTHORIZATION_URL: `${sandbox}/github/login/oauth/authorize`,
    GITHUB_TOKEN_URL: `${sandbox}/github/login/oauth/access_token`,
    GITHUB_USER_URL: `${sandbox}/github/user`,
    GITHUB_EMAILS_URL: `${sandbox}/github/user/emails`,
  };
}

export type StressSettings = Awaited<ReturnType<typeof stressSettings>>;
