import { getCurrentUsagePeriod } from './get-current-usage-period.server.ts';

/** The unused messages of the current usage month, in segments. */
export async function readBalance(userId: string) {
  const period = await getCurrentUsagePeriod(userId);
  return {
    balance: period.messageLimit - period.messagesUsed,
    valid_until: period.endsAt.toISOString(),
    plan: period.planName,
  };
}
