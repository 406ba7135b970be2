import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';

/** Loads the usage and limits of the current usage month. */
export async function loadUsage({ userId }: SignedInUser) {
  const period = await getCurrentUsagePeriod(userId);
  const { messagesUsed, messageLimit, apiCallsUsed, apiCallLimit, startsAt, endsAt } = period;
  return { messagesUsed, messageLimit, apiCallsUsed, apiCallLimit, startsAt, endsAt };
}

export type Usage = Awaited<ReturnType<typeof loadUsage>>;
