import type { Caller } from '#domain/identity/api-keys/contract.ts';
import {
  type CeilingShares,
  type CeilingTaken,
  createSharedCeiling,
} from '#platform/shared-ceiling.server.ts';
import { recipientSettings } from './settings.server.ts';

/** Who sends, as ceilings know them. */
export type Sender = Pick<Caller, 'userId' | 'onDefaultPlan'>;

/** Accounts on the default plan cost nothing, so all of them together have no more than half. */
const sharesOf = (all: number): CeilingShares => ({
  all,
  lesser: Math.ceil(all / 2),
  each: Math.ceil(all / 4),
});

const otps = createSharedCeiling('otps', sharesOf(recipientSettings.OTP_RECIPIENT_PER_HOUR));
const messages = createSharedCeiling(
  'messages',
  sharesOf(recipientSettings.MESSAGE_RECIPIENT_PER_HOUR),
);

/** Takes one OTP or message from what each number is sent in this hour, over all accounts. */
export const takeFromCeiling = (
  kind: 'otp' | 'message',
  { userId, onDefaultPlan }: Sender,
  recipients: string[],
): Promise<CeilingTaken> =>
  (kind === 'otp' ? otps : messages)({ id: userId, isLesser: onDefaultPlan }, recipients);

/** What is answered for a number that gets no more in this hour: the same whoever has sent how much to it. */
export const ceilingReached = {
  code: 'rate_limited',
  param: 'recipient',
  message: 'This number gets no more for now. Please try again in the next hour.',
} as const;
