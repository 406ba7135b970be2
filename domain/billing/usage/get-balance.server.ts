import { getCurrentUsagePeriod } from './get-current-usage-period.server.ts';

/** The unused part of a user's plan in this month of use, in segments. */
export async function readBalance(userId: string) {
  const period = await getCurrentUsagePeriod(userId);
  return {
    balance: period.messageLimit - period.messagesUsed,
    valid_until: period.endsAt.toISOString(),
    plan: period.planName,
  };
}
