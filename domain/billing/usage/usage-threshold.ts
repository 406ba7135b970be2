import type { UsagePeriod } from './contract.ts';

/** Used share of the month's messages, in percent, that triggers an email. */
export type UsageThreshold = 80 | 100;

/** The highest threshold that a month has reached, or null. */
export function usageThresholdReached({
  messagesUsed,
  messageLimit,
}: Pick<UsagePeriod, 'messagesUsed' | 'messageLimit'>): UsageThreshold | null {
  if (messagesUsed >= messageLimit) return 100;
  return messagesUsed * 100 >= messageLimit * 80 ? 80 : null;
}
