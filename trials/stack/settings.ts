import { randomBytes } from 'node:crypto';
import { programSettings } from '#bench/stack/settings.ts';
import { probed } from './probe.ts';

/** Where PostgreSQL and Redis are. */
export type Services = { DATABASE_URL: string; REDIS_URL: string };

const secret = () => randomBytes(24).toString('base64url');

/** A number that no trial comes to. */
const outOfReach = '1000000';

/** Which numbers of the stand-in carrier's are asked for how fast: nothing is to wait for it. */
const carrier = { window: 50, rate: 5_000 };

/**
 * The whole environment of the programs of a trial. The limits that would keep a trial from the code
 * behind them stand here, and here alone; those that count by address are met by coming from many: the
 * programs believe one proxy's `X-Forwarded-For`.
 */
export async function trialSettings(services: Services) {
  const settings = await programSettings(services, carrier);
  const sandbox = `http://localhost:${settings.SANDBOX_PORT}`;
  return {
    ...settings,
    ...probed,
    PUBLIC_URL: `http://localhost:${settings.PORT}`,
    TRUSTED_PROXIES: '1',
    FAILED_AUTH_PER_MINUTE: outOfReach,
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

export type TrialSettings = Awaited<ReturnType<typeof trialSettings>>;
