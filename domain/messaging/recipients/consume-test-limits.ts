import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import type { InputError } from '#domain/shared/describe-issue.browser.ts';
import { errorCatalogue } from '#domain/shared/errors.browser.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { createRateLimiter, type RateLimiter } from '#platform/limits/rate-limit.ts';
import { count, defineSettings } from '#platform/settings.ts';
import { refusalOf } from './magic-numbers.ts';
import { suppressedError } from './suppressions.ts';

const testModeSettings = defineSettings({
  TEST_MESSAGES_PER_DAY: count.default(1_000),
});

const perDay = () => testModeSettings.TEST_MESSAGES_PER_DAY;

/**
 * Each message may cause several events at several webhook endpoints, and accounts can be created with unconfirmed
 * addresses.
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

/** `Retry-After` of a magic number that throttles, in seconds. */
const throttledSeconds = 60;

/**
 * Finds why test messages may not be sent: the error of a magic number, or the account's daily limit. It does not consume
 * limits of live messages: all accounts share those of a number, and a test message reaches no phone.
 *
 * @param recipients in E.164
 * @returns for each recipient its error, or null; `refund` takes the indexes of messages that are not sent in the end
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

/** The error that a call with a live key would get. Codes are also sent to suppressed numbers. */
function toError(kind: 'otp' | 'message', recipient: string): InputError | null {
  const code = refusalOf(recipient);
  if (code === null) return null;
  if (code === 'recipient_suppressed') return kind === 'message' ? suppressedError : null;
  const param = code === 'message_limit_reached' ? {} : { param: 'recipient' };
  return { code, message: errorCatalogue[code], ...param };
}
