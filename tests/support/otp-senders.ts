import { expect } from 'vitest';
import type { Account } from './account.ts';
import { client, type Reply } from './client.ts';

/** Limits with small, different values, so that a few codes reach each one. */
export const smallLimits = {
  OTP_MAX_PER_NUMBER_RANGE_PER_HOUR: '6',
  OTP_MAX_PER_END_USER_PER_HOUR: '4',
  OTP_ACCOUNT_PER_HOUR: '12',
  OTP_MAX_PER_CLIENT_IP_PER_HOUR: '18',
  OTP_THROTTLED_PER_MINUTE: '3',
};

let places = 0;
/** An address that no other test of the file uses. */
export const aPlace = () => `198.51.100.${++places}`;

type Sent = { to: number | string; from?: string; endUser?: string; key?: string };

/** Sends codes for an account, by default from an unused address. */
export function aSender(url: string, account: Account) {
  const place = aPlace();
  const { call } = client(url, account);
  return ({ to, from = place, endUser, key }: Sent) =>
    call('POST', '/messages/send-otp', {
      body: { recipient: String(to), ...(endUser && { end_user_ip: endUser }) },
      headers: { 'x-forwarded-for': from, ...(key && { 'idempotency-key': key }) },
    });
}

let runs = 0;
/** A range of numbers that no other test of the file uses. */
export const aRun = () => {
  const first = 9_811_000_000 + 10_000 * ++runs;
  return (i: number) => first + i;
};
/** Numbers in different ranges. */
export const apart = (i: number) => 9_822_000_000 + 10_000 * i;

/** The results of `count` concurrent calls. */
export const many = <T>(count: number, make: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));
export const countAccepted = (replies: Reply[]) =>
  replies.filter(({ status }) => status === 202).length;
/** The status and error of each rejected call. */
export const refusals = (replies: Reply[]) =>
  replies.filter(({ status }) => status !== 202).map(({ status, body }) => [status, body.error]);
/** The expected rejection because of a limit. */
export const refusal = (code: string, param?: string) => [
  429,
  expect.objectContaining({ code, ...(param && { param }) }),
];
