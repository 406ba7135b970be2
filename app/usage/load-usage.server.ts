import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.server.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';

/** What is used of the limits in this month of use, and when it is over. */
export async function loadUsage({ userId }: SignedInUser) {
  const period = await getCurrentUsagePeriod(userId);
  const { messagesUsed, messageLimit, apiCallsUsed, apiCallLimit, endsAt } = period;
  return { messagesUsed, messageLimit, apiCallsUsed, apiCallLimit, endsAt };
}

export type Usage = Awaited<ReturnType<typeof loadUsage>>;
