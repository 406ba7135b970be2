import type { Caller } from '#domain/credentials/contract.ts';
import { DomainError, type ErrorCode } from '#domain/shared/errors.ts';
import { env } from '#platform/env.ts';
import { networkOf } from '#platform/http/client-address.ts';
import { createRateLimit, type RateLimit } from '#platform/rate-limit.server.ts';
import { isBraked } from './is-braked.server.ts';
import { prefixOf } from './prefix.ts';

const anHour = (name: string, points: number) =>
  createRateLimit(`otp-${name}`, { points, seconds: 3_600 });

const limits = {
  endUser: anHour('end-user', env.OTP_END_USER_PER_HOUR),
  prefix: anHour('prefix', env.OTP_PREFIX_PER_HOUR),
  key: anHour('key', env.OTP_KEY_PER_HOUR),
  /** Over all accounts: a server sends for many people, but one place with many accounts is one place. */
  address: anHour('address', env.OTP_ADDRESS_PER_HOUR),
  braked: createRateLimit('otp-braked', { points: env.OTP_BRAKED_PER_MINUTE, seconds: 60 }),
};

/** A code that is to be sent, and on whose behalf. */
export type Sending = {
  caller: Caller;
  /** E.164 */
  recipient: string;
  /** Where the call comes from, as limits count it; empty if that is not known. */
  from: string;
  /** Where the person is who wants the code, if the caller says so. */
  endUserIp: string | undefined;
};

/** One limit that a code falls under, and what is said where it is reached. */
type Share = {
  limit: RateLimit;
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
 * @throws DomainError `rate_limited` or `otp_braked`, with the seconds to wait
 */
export async function takeFromLimits(sending: Sending): Promise<() => void> {
  const { keyId } = sending.caller;
  const shares = sharesOf(sending);
  const [taken, braked] = await Promise.all([takeAll(shares), isBraked(keyId)]);
  if (braked) {
    const share: Share = { limit: limits.braked, key: keyId, code: 'otp_braked' };
    taken.unshift(...(await takeAll([share])));
    shares.unshift(share);
  }
  const giveBack = () => {
    for (const { limit, key } of shares) limit.giveBack(key);
  };
  const refusing = taken.findIndex(({ allowed }) => !allowed);
  const share = shares[refusing];
  if (!share) return giveBack;
  giveBack();
  const { code, message, param } = share;
  throw new DomainError(code, {
    retryAfterSeconds: taken[refusing]?.resetSeconds ?? 1,
    ...(message && { message }),
    ...(param && { param }),
  });
}

const takeAll = (shares: Share[]) => Promise.all(shares.map(({ limit, key }) => limit.take(key)));

/** The narrowest first: of several that are reached, the first is told. */
function sharesOf({ caller, recipient, from, endUserIp }: Sending): Share[] {
  const { userId, keyId } = caller;
  const shares: Share[] = [
    {
      limit: limits.prefix,
      key: `${userId}:${prefixOf(recipient)}`,
      code: 'rate_limited',
      param: 'recipient',
      message: 'Too many OTPs were sent to numbers that begin like this one.',
    },
    {
      limit: limits.key,
      key: keyId,
      code: 'rate_limited',
      message: 'Too many OTPs were sent with this API key in an hour.',
    },
  ];
  if (endUserIp !== undefined) {
    shares.unshift({
      limit: limits.endUser,
      key: `${userId}:${networkOf(endUserIp)}`,
      code: 'rate_limited',
      param: 'end_user_ip',
      message: 'Too many OTPs were sent for the end user at this address.',
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
