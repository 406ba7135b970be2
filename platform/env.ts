import { z } from 'zod';
import { checkLease, checkProductionSecrets, checkRateLimits, checkSeller } from './check-env.ts';
import { checkHttpsAddresses } from './check-https-addresses.ts';
import { carrierListSchema, readCarriers } from './env-carriers.ts';
import { readAllowance } from './http/user-address/allowance.ts';
import { developmentKeys, hashKeysSchema, keyRingSchema } from './key-ring.ts';
import { redisNodes } from './redis-nodes.ts';

const port = z.coerce.number().int().min(0).max(65535);
const count = z.coerce.number().int().min(1);

/** What fits into an alphanumeric address (3GPP TS 23.040, 9.1.2.5). */
const senderId = z.string().regex(/^[\x21-\x7e]{1,11}$/, 'must be 1 to 11 ASCII characters');

const redisUrl = z.string().superRefine((url, context) => {
  try {
    redisNodes(url);
  } catch (error) {
    context.addIssue(String((error as Error).message));
  }
});

const allowance = z.string().superRefine((text, context) => {
  try {
    readAllowance(text);
  } catch (error) {
    context.addIssue(String((error as Error).message));
  }
});

/** The queues that a worker can work on; all of them unless told. */
export const queueNames = [
  'otp',
  'messages',
  'otp-expiry',
  'mail',
  'notifications',
  'payments',
  'schedules',
] as const;

/** What the contact page shows while nobody has said which accounts are theirs; never in production. */
const exampleLinks = ['github.com/dakiya', 'www.linkedin.com/company/dakiya', 'x.com/dakiya'].map(
  (account) => `https://${account}`,
);

/** Every setting that Dakiya reads, with its default. `.env.example` lists the same names. */
const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),

  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: z.url().optional(),
  METRICS_PORT: port.optional(),
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(3),

  DATABASE_URL: z.string().default('postgresql://dakiya:dakiya@127.0.0.1:5432/dakiya'),
  DATABASE_POOL: count.default(10),
  REDIS_URL: redisUrl.default('redis://127.0.0.1:6379'),

  ENCRYPTION_KEYS: keyRingSchema.prefault(developmentKeys.encryption),
  HASH_KEY: hashKeysSchema.prefault(developmentKeys.hash),

  RATE_LIMIT_PER_SECOND: count.default(200),
  RATE_LIMIT_HARD_PER_SECOND: count.default(1_000),
  FAILED_AUTH_PER_MINUTE: count.default(60),
  FORMS_PER_MINUTE: count.default(300),
  SIGNUP_ADDRESS_PER_HOUR: count.default(30),
  SIGNUP_NETWORK_PER_HOUR: count.default(120),
  UNCONFIRMED_PER_ADDRESS: count.default(20),
  UNCONFIRMED_PER_NETWORK: count.default(80),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),

  CARRIERS: carrierListSchema.optional(),
  SMPP_HOST: z.string().default('127.0.0.1'),
  SMPP_PORT: port.default(2775),
  SMPP_SYSTEM_ID: z.string().max(15).default('dakiya'),
  SMPP_PASSWORD: z.string().max(8).default('sandbox'),
  SMPP_WINDOW: count.default(50),
  SMPP_RATE: count.default(500),

  DEFAULT_SENDER_ID: senderId.default('DAKIYA'),
  OTP_SENDER_ID: senderId.default('DAKIYA'),
  OTP_TEMPLATE_ID: z.string().optional(),
  OTP_BRAND: z.string().trim().min(1).max(30).default('Dakiya'),
  OTP_TEXT: z
    .string()
    .includes('{code}')
    .default('{code} is your {brand} verification code. Do not share it with anyone.'),
  OTP_ACCOUNT_PER_HOUR: count.default(20_000),
  OTP_MAX_PER_CLIENT_IP_PER_HOUR: count.default(60_000),
  OTP_MAX_PER_END_USER_PER_HOUR: count.default(100),
  OTP_MAX_PER_NUMBER_RANGE_PER_HOUR: count.default(50),
  OTP_RECIPIENT_PER_HOUR: count.default(20),
  MESSAGE_RECIPIENT_PER_HOUR: count.default(120),
  OTP_THROTTLE_MIN_CODES: count.default(100),
  OTP_THROTTLE_BELOW_PERCENT: z.coerce.number().int().min(0).max(100).default(20),
  OTP_THROTTLED_PER_MINUTE: count.default(10),
  NOTIFICATION_SENDER_ID: senderId.default('DAKIYA'),
  NOTIFICATION_TEMPLATE_ID: z.string().optional(),
  MESSAGE_VALIDITY_HOURS: z.coerce.number().positive().max(72).default(24),
  SUBMIT_LEASE_SECONDS: z.coerce.number().positive().default(30),
  RECONCILE_INTERVAL_SECONDS: z.coerce.number().positive().default(5),

  SMTP_URL: z.url({ protocol: /^smtps?$/ }).default('smtp://127.0.0.1:2525'),
  MAIL_FROM: z.string().default('Dakiya <post@dakiya.test>'),
  SUPPORT_EMAIL: z.email().default('support@dakiya.test'),
  REQUIRE_CONFIRMED_EMAIL: z.stringbool().optional(),

  RAZORPAY_KEY_ID: z.string().optional(),
  RAZORPAY_KEY_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRET: z
    .string()
    .transform((secrets) => secrets.split(',').map((secret) => secret.trim()))
    .pipe(z.array(z.string().min(1)).max(2))
    .optional(),
  RAZORPAY_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.razorpay.com'),
  RAZORPAY_CHECKOUT_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://checkout.razorpay.com/v1/checkout.js'),
  PAYMENT_SUPPORT_URL: z.url().default('https://razorpay.com/support/'),
  SOCIAL_LINKS: z
    .string()
    .transform((links) => (links === 'none' ? [] : links.split(',').map((link) => link.trim())))
    .pipe(z.array(z.url({ protocol: /^https$/ })).max(8))
    .optional(),
  ANALYTICS_SCRIPT_URL: z.url({ protocol: /^https?$/ }).optional(),
  ANALYTICS_SITE_ID: z.string().max(100).optional(),

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

  WEBHOOK_ALLOW: allowance.default(''),

  SELLER_NAME: z.string().min(1).max(100).default('Dakiya'),
  SELLER_ADDRESS: z.string().max(300).optional(),
  SELLER_GSTIN: z
    .string()
    .regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/, 'must be a GSTIN, 15 characters')
    .optional(),
  SELLER_STATE: z
    .string()
    .max(60)
    .regex(/^\S.* \(\d{2}\)$/, 'must be a State and its code, as in Maharashtra (27)')
    .optional(),
  INVOICE_PREFIX: z
    .string()
    .regex(/^[A-Z0-9]{1,2}$/, 'must be 1 or 2 capital letters or digits')
    .default('DK'),
  INVOICE_SAC: z
    .string()
    .regex(/^\d{4,6}$/, 'must be 4 to 6 digits')
    .default('998413'),
  GST_RATE: z.coerce.number().min(0).max(40).default(18),

  WORKER_QUEUES: z
    .string()
    .default(queueNames.join(','))
    .transform((names) => names.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(queueNames))),

  SANDBOX_PORT: port.default(4000),
  SANDBOX_SMTP_PORT: port.default(2525),
  DATA_DIR: z.string().default('.data'),
});

/** The names of all settings. */
export const settingNames = Object.keys(schema.shape);

export type Env = ReturnType<typeof readEnv>;

/**
 * Parses the settings.
 *
 * @param source usually `process.env`; an empty value counts as not set.
 * @returns the settings, with `carriers` in the order in which they are to be tried.
 * @throws Error naming every fault at once, a line each.
 */
export function readEnv(source: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    throw unusable(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  }
  const carriers = readCarriers(parsed.data);
  const faults = [
    ...checkProductionSecrets(parsed.data),
    ...checkHttpsAddresses(parsed.data, Object.keys(given)),
    ...checkLease(parsed.data, carriers),
    ...checkRateLimits(parsed.data),
    ...checkSeller(parsed.data),
  ];
  if (faults.length > 0) throw unusable(faults);
  return {
    ...parsed.data,
    SOCIAL_LINKS:
      parsed.data.SOCIAL_LINKS ?? (parsed.data.NODE_ENV === 'production' ? [] : exampleLinks),
    REQUIRE_CONFIRMED_EMAIL:
      parsed.data.REQUIRE_CONFIRMED_EMAIL ?? parsed.data.NODE_ENV === 'production',
    PUBLIC_URL: parsed.data.PUBLIC_URL ?? `http://localhost:${parsed.data.PORT}`,
    carriers,
  };
}

function unusable(faults: string[]): Error {
  return new Error(`Settings that cannot be used:\n${faults.map((f) => `  ${f}`).join('\n')}`);
}

/** The settings of this process, read once. */
export const env = readEnv(process.env);
