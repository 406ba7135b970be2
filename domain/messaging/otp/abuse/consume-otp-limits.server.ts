import type { Caller } from '#domain/identity/api-keys/contract.ts';
import {
  ceilingReached,
  type Sender,
  takeFromCeiling,
} from '#domain/messaging/recipients/ceilings.server.ts';
import { DomainError, type ErrorCode } from '#domain/shared/errors.ts';
import { rateLimitNetwork } from '#platform/http/client-ip.ts';
import {
  createRateLimiter,
  type RateLimiter,
  type RateLimitResult,
} from '#platform/rate-limit.server.ts';
import { otpSettings } from '../settings.server.ts';
import { findActiveThrottles } from './find-active-throttles.server.ts';
import { numberRangeOf } from './number-range.ts';

const anHour = (name: string, points: number) =>
  createRateLimiter(`otp-${name}`, { points, seconds: 3_600 });

const limits = {
  endUser: anHour('end-user', otpSettings.OTP_MAX_PER_END_USER_PER_HOUR),
  prefix: anHour('prefix', otpSettings.OTP_MAX_PER_NUMBER_RANGE_PER_HOUR),
  /** Of all keys together: one who has fifty, or makes new ones, gets no more. */
  account: anHour('account', otpSettings.OTP_ACCOUNT_PER_HOUR),
  /** Over all accounts: a server sends for many people, but one place with many accounts is one place. */
  address: anHour('address', otpSettings.OTP_MAX_PER_CLIENT_IP_PER_HOUR),
  throttled: createRateLimiter('otp-throttled', {
    points: otpSettings.OTP_THROTTLED_PER_MINUTE,
    seconds: 60,
  }),
};

/** A code that is to be sent, and on whose behalf. */
export type OtpSendContext = {
  caller: Pick<Caller, 'keyId'> & Sender;
  /** E.164 */
  recipient: string;
  /** Where the call comes from, as limits count it; empty if that is not known. */
  from: string;
  /** Where the person is who wants the code, if the caller says so. */
  endUserIp: string | undefined;
};

/** One limit that a code falls under, and what is said where it is reached. */
type Share = {
  limit: RateLimiter;
  key: string;
  code: ErrorCode;
  param?: string;
  message?: string;
};

/**
 * Takes one code from each limit that it falls under, all at once. Where one refuses, the others get
 * theirs back: only what is sent is counted.
 *
 * @returns gives all of it back, for a code that is not sent after all; nothing waits for that
 * @throws DomainError `rate_limited` or `otp_throttled`, with the seconds to wait
 */
export async function consumeOtpLimits(sending: OtpSendContext): Promise<() => void> {
  const held: Share[] = [];
  const giveBack = () => {
    for (const { limit, key } of held) limit.giveBack(key);
  };
  const take = async (share: Share) => {
    const taken = await share.limit.take(share.key);
    held.push(share);
    return { share, taken };
  };
  try {
    const taking = sharesOf(sending).map(take);
    const [throttled, ...took] = await allEnded([findActiveThrottles(sending.caller), ...taking]);
    for (const key of throttled) {
      took.unshift(await take({ limit: limits.throttled, key, code: 'otp_throttled' }));
    }
    refuseIfReached(took);
    return giveBack;
  } catch (error) {
    giveBack();
    throw error;
  }
}

/** `Promise.all` that waits for all of them also where one fails, so that it is known what was taken. */
async function allEnded<T extends unknown[]>(promises: [...{ [I in keyof T]: Promise<T[I]> }]) {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** Tells the first limit that is reached, and to wait until all are whole again that are. */
function refuseIfReached(took: { share: Share; taken: RateLimitResult }[]): void {
  const reached = took.filter(({ taken }) => !taken.allowed);
  const [first] = reached;
  if (!first) return;
  const { code, message, param } = first.share;
  throw new DomainError(code, {
    retryAfterSeconds: Math.max(...reached.map(({ taken }) => taken.resetSeconds)),
    ...(message && { message }),
    ...(param && { param }),
  });
}

/** The ceiling of a number over all accounts, as the other limits are. */
function ceilingOf(sender: Sender): RateLimiter {
  const giveBacks: (() => void)[] = [];
  return {
    take: async (recipient) => {
      const { allowed, resetSeconds, giveBack } = await takeFromCeiling('otp', sender, [recipient]);
      giveBacks.push(() => giveBack([0]));
      return { allowed: allowed[0] === true, limit: 1, remaining: 0, resetSeconds };
    },
    giveBack: () => giveBacks.pop()?.(),
  };
}

/** The narrowest first: of several that are reached, the first is told. */
function sharesOf({ caller, recipient, from, endUserIp }: OtpSendContext): Share[] {
  const { userId } = caller;
  const shares: Share[] = [
    {
      limit: limits.prefix,
      key: `${userId}:${numberRangeOf(recipient)}`,
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
  shares.push({ limit: ceilingOf(caller), key: recipient, ...ceilingReached });
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
