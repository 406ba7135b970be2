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

/** How many messages one number may get per hour from all accounts together. */
const recipientSettings = defineSettings({
  OTP_RECIPIENT_PER_HOUR: count.default(20),
  MESSAGE_RECIPIENT_PER_HOUR: count.default(120),
});

/** The fields of a sender that the limits distinguish. */
export type Sender = Pick<Caller, 'userId' | 'onDefaultPlan'>;

/**
 * Free accounts cost nothing to create, so all of them together get at most half of a number's
 * limit.
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

/** A message to a number, in E.164, and when it will be sent; null for now. */
type Use = { recipient: string; at: Date | null };

/**
 * Consumes one OTP or message from each number's hourly limit, over all accounts. A waiting message counts in the hour in
 * which it will be sent, so that a number does not get all messages of a night at once.
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
 * The error for a number that has reached its hourly limit: the same for every account, to reveal
 * nothing.
 */
export const recipientLimitError = {
  code: 'rate_limited',
  param: 'recipient',
  message: 'This number has reached its hourly limit. Please try again in the next hour.',
} as const;

/**
 * Consumes messages from the limits of their mode: in live mode the hourly limit of each number, in test mode the
 * account's own.
 *
 * @param uses numbers in E.164, and when the messages will be sent; null for now
 * @returns for each message the error if it may not be sent, or null
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

/** The error of a single message. @param resetSeconds until the limit of the error is reset */
export function toLimitError({ code, ...details }: InputError, resetSeconds: number): DomainError {
  const wait = code === 'rate_limited' && { retryAfterSeconds: resetSeconds };
  return new DomainError(code, { ...details, ...wait });
}
