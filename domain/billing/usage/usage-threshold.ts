import type { UsagePeriod } from './contract.ts';

/** A share of the month's messages, in percent, of which users are told. */
export type UsageThreshold = 80 | 100;

/** The highest mark that a month is past; null if none. */
export function usageThresholdReached({
  messagesUsed,
  messageLimit,
}: Pick<UsagePeriod, 'messagesUsed' | 'messageLimit'>): UsageThreshold | null {
  if (messagesUsed >= messageLimit) return 100;
  return messagesUsed * 100 >= messageLimit * 80 ? 80 : null;
}
