import { z } from 'zod';
import { requireHttps } from '#platform/https-only.ts';
import { count, defineSettings } from '#platform/settings.ts';

/**
 * Limits of sign-ups, and whether an account must confirm its email address before sending messages (by default only
 * in production).
 */
export const signUpSettings = defineSettings(
  {
    SIGNUP_ADDRESS_PER_HOUR: count.default(30),
    SIGNUP_NETWORK_PER_HOUR: count.default(120),
    UNCONFIRMED_PER_ADDRESS: count.default(20),
    UNCONFIRMED_PER_NETWORK: count.default(80),
    REQUIRE_CONFIRMED_EMAIL: z.stringbool().optional(),
  },
  {
    complete: (values, { isProduction }) => ({
      ...values,
      REQUIRE_CONFIRMED_EMAIL: values.REQUIRE_CONFIRMED_EMAIL ?? isProduction,
    }),
  },
);

/** Our OAuth clients at Google and GitHub. Each provider is off unless its client id and secret are set. */
export const oauthSettings = defineSettings(
  {
    GOOGLE_CLIENT_ID: z.string().optional(),
    GOOGLE_CLIENT_SECRET: z.string().optional(),
    GOOGLE_AUTHORIZATION_URL: z.url().default('https://accounts.google.com/o/oauth2/v2/auth'),
    GOOGLE_TOKEN_URL: z.url().default('https://oauth2.googleapis.com/token'),
    GOOGLE_USERINFO_URL: z.url().default('https://openidconnect.googleapis.com/v1/userinfo'),
    GITHUB_CLIENT_ID: z.string().optional(),
    GITHUB_CLIENT_SECRET: z.string().optional(),
    GITHUB_AUTHORIZATION_URL: z.url().default('https://github.com/login/oauth/authorize'),
    GITHUB_TOKEN_URL: z.url().default('https://github.com/login/oauth/access_token'),
    GITHUB_USER_URL: z.url().default('https://api.github.com/user'),
    GITHUB_EMAILS_URL: z.url().default('https://api.github.com/user/emails'),
  },
  {
    check: (values, context) => {
      const { GOOGLE_CLIENT_SECRET, GITHUB_CLIENT_SECRET, ...others } = values;
      const { GOOGLE_CLIENT_ID, GITHUB_CLIENT_ID, ...addresses } = others;
      const sandboxed = Object.entries({ GOOGLE_CLIENT_SECRET, GITHUB_CLIENT_SECRET })
        .filter(([, secret]) => context.isProduction && secret === 'sandbox')
        .map(([name]) => `${name}: set your own in production, or none`);
      return [...requireHttps(addresses, context), ...sandboxed];
    },
  },
);
