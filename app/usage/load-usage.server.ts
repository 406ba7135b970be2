import { currentPeriod } from '#domain/billing/usage/current-period.server.ts';
import type { SignedIn } from '#domain/identity/sessions/contract.ts';

/** What is used of the limits in this month of use, and when it is over. */
export async function loadUsage({ userId }: SignedIn) {
  const period = await currentPeriod(userId);
  const { messagesUsed, messageLimit, apiCallsUsed, apiCallLimit, endsAt } = period;
  return { messagesUsed, messageLimit, apiCallsUsed, apiCallLimit, endsAt };
}

export type Usage = Awaited<ReturnType<typeof loadUsage>>;
