import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import type { InputError } from '#domain/shared/describe-issue.browser.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import {
  type CeilingResult,
  type CeilingShares,
  createSharedCeiling,
} from '#platform/limits/shared-ceiling.ts';
import { count, defineSettings } from '#platform/settings.ts';
import { consumeTestLimits } from './consume-test-limits.ts';

type Limits = Awaited<ReturnType<typeof consumeTestLimits>>;

/** How many OTPs, and how many other messages, a number may get per hour from all accounts together. */
const recipientSettings = defineSettings({
  OTP_RECIPIENT_PER_HOUR: count.default(20),
  MESSAGE_RECIPIENT_PER_HOUR: count.default(120),
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

const otps = createSharedCeiling('otps', () => toShares(recipientSettings.OTP_RECIPIENT_PER_HOUR));
const messages = createSharedCeiling('messages', () =>
  toShares(recipientSettings.MESSAGE_RECIPIENT_PER_HOUR),
);

/** A message to a number in E.164. `at` is when it will be sent; null means now. */
type Use = { recipient: string; at: Date | null };

/**
 * Consumes one OTP or message from the hourly limit of each phone number, over all accounts. A scheduled message counts in
 * the hour in which it will be sent, so that messages that wait overnight do not all reach a number at once.
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
