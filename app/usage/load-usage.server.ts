import { getCurrentUsagePeriod } from '#domain/billing/usage/get-current-usage-period.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { clock } from '#platform/clock.browser.ts';

export async function loadUsage({ userId }: SignedInUser) {
  const period = await getCurrentUsagePeriod(userId);
  const { messagesUsed, messageLimit, apiCallsUsed, apiCallLimit, startsAt, endsAt } = period;
  return {
    ...{ messagesUsed, messageLimit, apiCallsUsed, apiCallLimit, startsAt, endsAt },
    runsOutAt: findEnd(period, clock.now()),
  };
}

type Used = { messagesUsed: number; messageLimit: number; startsAt: Date; endsAt: Date };

const minHours = 24;

/**
 * When the messages of a month will be used up at the average rate so far; null if they will last, or the month has just
 * begun.
 */
function findEnd({ messagesUsed, messageLimit, startsAt, endsAt }: Used, now: Date): Date | null {
  const elapsed = now.getTime() - startsAt.getTime();
  if (messagesUsed >= messageLimit) return now;
  if (messagesUsed === 0 || elapsed < minHours * 3_600_000) return null;
  const at = now.getTime() + ((messageLimit - messagesUsed) * elapsed) / messagesUsed;
  return at < endsAt.getTime() ? new Date(at) : null;
}

export type Usage = Awaited<ReturnType<typeof loadUsage>>;
