import type { Caller } from '#domain/identity/api-keys/contract.browser.ts';
import {
  consumeRecipientLimit,
  consumeTestLimits,
  recipientLimitError,
  type Sender,
  toLimitError,
} from '#domain/messaging/recipients/consume-send-limits.ts';
import { DomainError, type ErrorCode } from '#domain/shared/errors.browser.ts';
import type { LimitState } from '#domain/shared/require-within-limit.ts';
import { rateLimitNetwork } from '#platform/http/client-ip.ts';
import { createRateLimiter } from '#platform/limits/rate-limit.ts';
import { otpSettings } from '../settings.ts';
import { toNumberRange } from './abuse-rules.ts';
import { findActiveThrottles } from './otp-throttles.ts';

const createHourlyLimiter = (name: string, points: () => number) =>
  createRateLimiter(`otp-${name}`, { points, seconds: 3_600 });

const limits = {
  endUser: createHourlyLimiter('end-user', () => otpSettings.OTP_MAX_PER_END_USER_PER_HOUR),
  prefix: createHourlyLimiter('prefix', () => otpSettings.OTP_MAX_PER_NUMBER_RANGE_PER_HOUR),
  /** The limit of an account, for all keys together, so that creating more keys does not raise the limit. */
  account: createHourlyLimiter('account', () => otpSettings.OTP_ACCOUNT_PER_HOUR),
  /** The limit of an address, for all accounts together, so that creating more accounts does not raise the limit. */
  address: createHourlyLimiter('address', () => otpSettings.OTP_MAX_PER_CLIENT_IP_PER_HOUR),
  throttled: createRateLimiter('otp-throttled', {
    points: () => otpSettings.OTP_THROTTLED_PER_MINUTE,
    seconds: 60,
  }),
};

/** An OTP to send, and its caller. */
export type OtpSendContext = {
  caller: Pick<Caller, 'keyId' | 'livemode' | 'maySend'> & Sender;
  /** The number in E.164. */
  recipient: string;
  /** The client address of the request, for rate limits; empty if unknown. */
  from: string;
  /** The IP address of the end user, if the caller sent it. */
  endUserIp: string | undefined;
};

type OtpLimit = {
  consume: (key: string) => Promise<LimitState>;
  refund: (key: string) => void;
};

/** A limit that applies to an OTP, with the error for when the limit is reached. */
type Share = {
  limit: OtpLimit;
  key: string;
  code: ErrorCode;
  param?: string;
  message?: string;
};

/**
 * Consumes one OTP from every limit that applies, in parallel. If a limit is reached, all limits are refunded, because only
 * OTPs that are sent count. OTPs of test keys have only the limits of test mode.
 *
 * @returns a function that refunds all limits, to be called if the OTP is not sent after all; it works in the background
 * @throws DomainError `rate_limited` or `otp_throttled`, with the seconds to wait
 */
export async function consumeOtpLimits(sending: OtpSendContext): Promise<() => void> {
  if (!sending.caller.livemode) return consumeTestLimit(sending);
  const consumedShares: Share[] = [];
  const refund = () => {
    for (const { limit, key } of consumedShares) limit.refund(key);
  };
  const consume = async (share: Share) => {
    const state = await share.limit.consume(share.key);
    consumedShares.push(share);
    return { share, state };
  };
  try {
    const consuming = listShares(sending).map(consume);
    const [throttled, ...consumed] = await allSettledOrThrow([
      findActiveThrottles(sending.caller),
      ...consuming,
    ]);
    for (const key of throttled) {
      consumed.unshift(await consume({ limit: limits.throttled, key, code: 'otp_throttled' }));
    }
    throwIfReached(consumed);
    return refund;
  } catch (error) {
    refund();
    throw error;
  }
}

async function consumeTestLimit({ caller, recipient }: OtpSendContext): Promise<() => void> {
  const { errors, resetSeconds, refund } = await consumeTestLimits('otp', caller, [recipient]);
  if (errors[0]) throw toLimitError(errors[0], resetSeconds);
  return () => refund([0]);
}

/**
 * Like `Promise.all`, but waits for all promises even if one fails, so that the caller can refund everything that was
 * consumed.
 */
async function allSettledOrThrow<T extends unknown[]>(
  promises: [...{ [I in keyof T]: Promise<T[I]> }],
) {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** Throws an error about the first limit that is reached, with the longest waiting time of all limits that are reached. */
function throwIfReached(consumed: { share: Share; state: LimitState }[]): void {
  const reached = consumed.filter(({ state }) => !state.allowed);
  const [first] = reached;
  if (!first) return;
  const { code, message, param } = first.share;
  throw new DomainError(code, {
    retryAfterSeconds: Math.max(...reached.map(({ state }) => state.resetSeconds)),
    ...(message && { message }),
    ...(param && { param }),
  });
}

/** The hourly limit of a phone number over all accounts. */
function createCeilingLimiter(sender: Sender): OtpLimit {
  const refunds: (() => void)[] = [];
  return {
    consume: async (recipient) => {
      const { allowed, resetSeconds, refund } = await consumeRecipientLimit('otp', sender, [
        { recipient, at: null },
      ]);
      refunds.push(() => refund([0]));
      return { allowed: allowed[0] === true, resetSeconds };
    },
    refund: () => refunds.pop()?.(),
  };
}

/** Lists the limits that apply, narrowest first, because the error names the first limit that is reached. */
function listShares({ caller, recipient, from, endUserIp }: OtpSendContext): Share[] {
  const { userId } = caller;
  const shares: Share[] = [
    {
      limit: limits.prefix,
      key: `${userId}:${toNumberRange(recipient)}`,
      code: 'rate_limited',
      param: 'recipient',
      message: 'Too many OTPs were sent to numbers in the same range. Try again later.',
    },
    {
      limit: limits.account,
      key: userId,
      code: 'rate_limited',
      message: 'Too many OTPs were sent by this account in an hour.',
    },
  ];
  shares.push({ limit: createCeilingLimiter(caller), key: recipient, ...recipientLimitError });
  if (endUserIp !== undefined) {
    shares.unshift({
      limit: limits.endUser,
      key: `${userId}:${rateLimitNetwork(endUserIp)}`,
      code: 'rate_limited',
      param: 'end_user_ip',
      message: 'Too many OTPs were requested for this end_user_ip. Try again later.',
    });
  }
  if (from !== '') {
    shares.push({
      limit: limits.address,
      key: from,
      code: 'rate_limited',
      message: 'Too many OTPs were sent from your address in an hour.',
    });
  }
  return shares;
}
