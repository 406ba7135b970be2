import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import type { InputError } from '#domain/shared/describe-issue.browser.ts';
import { DomainError, errorCatalogue } from '#domain/shared/errors.browser.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { createRateLimiter, type RateLimiter } from '#platform/limits/rate-limit.ts';
import {
  type CeilingResult,
  type CeilingShares,
  createSharedCeiling,
} from '#platform/limits/shared-ceiling.ts';
import { count, defineSettings } from '#platform/settings.ts';
import { refusalOf } from './magic-numbers.ts';
import { suppressedError } from './suppressions.ts';

type Limits = Awaited<ReturnType<typeof consumeTestLimits>>;

const limitSettings = defineSettings({
  /** How many OTPs, and how many other messages, a number may get per hour from all accounts together. */
  OTP_RECIPIENT_PER_HOUR: count.default(20),
  MESSAGE_RECIPIENT_PER_HOUR: count.default(120),
  /** How many test messages and OTPs an account may send per day. */
  TEST_MESSAGES_PER_DAY: count.default(1_000),
});

/** The fields of a caller on which the limits depend. */
export type Sender = Pick<Caller, 'userId' | 'onDefaultPlan'>;

/**
 * Returns the shares of a number's limit. Accounts on the default plan together get at most half, because creating such
 * accounts is free. Each account gets at most a quarter.
 */
const toShares = (all: number): CeilingShares => ({
  all,
  lesser: Math.ceil(all / 2),
  each: Math.ceil(all / 4),
});

const otps = createSharedCeiling('otps', () => toShares(limitSettings.OTP_RECIPIENT_PER_HOUR));
const messages = createSharedCeiling('messages', () =>
  toShares(limitSettings.MESSAGE_RECIPIENT_PER_HOUR),
);

/** A message to a number in E.164. `at` is when it will be sent; null means now. */
type Use = { recipient: string; at: Date | null };

/**
 * Counts OTPs or messages towards the hourly limit of each phone number. All accounts share this limit. A scheduled
 * message counts in the hour in which it will be sent, so that messages that wait overnight do not all reach a number
 * at once.
 */
export const consumeRecipientLimit = (
  kind: 'otp' | 'message',
  { userId, onDefaultPlan }: Sender,
  uses: Use[],
): Promise<CeilingResult> =>
  (kind === 'otp' ? otps : messages)(
    { id: userId, isLesser: onDefaultPlan },
    uses.map(({ recipient, at }) => ({ key: recipient, at })),
  );

/**
 * The error for a number that has reached its hourly limit. The error is the same for every account, so that it does not
 * reveal what other accounts send.
 */
export const recipientLimitError = {
  code: 'rate_limited',
  param: 'recipient',
  message: 'This number has reached its hourly limit. Please try again in the next hour.',
} as const;

/**
 * Consumes messages from the limits of the caller's mode: in live mode the hourly limit of each number, in test mode the
 * daily limit of the account.
 *
 * @param uses numbers in E.164, and when the messages will be sent; null means now
 * @returns `errors` has an entry for each message: its error, or null if it may be sent
 */
export async function consumeSendLimits(
  caller: Sender & Pick<Caller, 'livemode' | 'maySend'>,
  uses: { recipient: string; at: Date | null }[],
): Promise<Limits> {
  if (!caller.livemode) {
    const recipients = uses.map(({ recipient }) => recipient);
    return consumeTestLimits('message', caller, recipients);
  }
  const { allowed, ...others } = await consumeRecipientLimit('message', caller, uses);
  return { ...others, errors: allowed.map((may) => (may ? null : recipientLimitError)) };
}

/** Returns the error of a call with a single message. @param resetSeconds the seconds until the limit is reset */
export function toLimitError({ code, ...details }: InputError, resetSeconds: number): DomainError {
  const wait = code === 'rate_limited' && { retryAfterSeconds: resetSeconds };
  return new DomainError(code, { ...details, ...wait });
}

const perDay = () => limitSettings.TEST_MESSAGES_PER_DAY;

/**
 * The daily limit for accounts whose email address is not confirmed. The limit is low, because such accounts are easy to
 * create, and each message can cause several events at several webhook endpoints.
 */
const perDayUnconfirmed = () => Math.min(perDay(), 50);

const inWords = (messages: number) => `at most ${formatCount(messages)} test messages a day`;

type Daily = { limiter: RateLimiter; error: () => InputError };

const createDaily = (
  name: string,
  points: () => number,
  sentence: (limit: string) => string,
): Daily => ({
  limiter: createRateLimiter(name, { points, seconds: 24 * 3_600 }),
  error: () => ({ code: 'rate_limited', message: sentence(inWords(points())) }),
});

/** The daily limit of an account, for messages and one-time passwords together. */
const daily = createDaily(
  'test-messages',
  perDay,
  (limit) => `An account may send ${limit}. Please try again later, or use a live key.`,
);

/** The daily limit until the email address of the account is confirmed. */
const unconfirmed = createDaily(
  'test-messages-unconfirmed',
  perDayUnconfirmed,
  (limit) =>
    `Until its email address is confirmed, an account may send ${limit}. Please open the link in our email.`,
);

/** The `Retry-After` of a magic number that returns `rate_limited`, in seconds. */
const throttledSeconds = 60;

/**
 * Counts test messages towards the account's daily limit, and finds messages that may not be sent because the limit is
 * reached or a magic number has an error. Test messages do not count towards the limit of the phone number, because
 * they reach no phone, and all accounts share that limit.
 *
 * @param recipients in E.164
 * @returns `errors` has an entry for each recipient: its error or null. `refund` takes the indexes of messages that are not
 *   sent after all
 */
export async function consumeTestLimits(
  kind: 'otp' | 'message',
  { userId, maySend }: Pick<Caller, 'userId' | 'maySend'>,
  recipients: string[],
): Promise<{
  errors: (InputError | null)[];
  resetSeconds: number;
  refund: (places: number[]) => void;
}> {
  const { limiter, error } = maySend ? daily : unconfirmed;
  const refusals = recipients.map((recipient) => toError(kind, recipient));
  const states = await Promise.all(
    refusals.map((refusal) => (refusal ? null : limiter.consume(userId))),
  );
  const resetSeconds = states.map((state) => (state?.allowed ? 0 : (state?.resetSeconds ?? 0)));
  return {
    errors: refusals.map((refusal, i) => refusal ?? (states[i]?.allowed ? null : error())),
    resetSeconds: Math.max(...resetSeconds) || throttledSeconds,
    refund(places) {
      for (const place of places) if (states[place]?.allowed) limiter.refund(userId);
    },
  };
}

/**
 * Returns the error that a live key would get for the situation of a magic number. A suppressed number is not an error for
 * OTPs, because OTPs are sent to suppressed numbers too.
 */
function toError(kind: 'otp' | 'message', recipient: string): InputError | null {
  const code = refusalOf(recipient);
  if (code === null) return null;
  if (code === 'recipient_suppressed') return kind === 'message' ? suppressedError : null;
  const param = code === 'message_limit_reached' ? {} : { param: 'recipient' };
  return { code, message: errorCatalogue[code], ...param };
}
