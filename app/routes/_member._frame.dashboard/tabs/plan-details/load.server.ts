import { loadUsage } from '#app/usage/load-usage.server.ts';
import type { SignedIn } from '#domain/sessions/contract.ts';
import { isRenewable } from '#domain/subscriptions/is-renewable.server.ts';
import { lastSubscription } from '#domain/subscriptions/last-subscription.server.ts';

/** What is used of the plan, how it stands, and whether it can be paid for again. */
export async function load(signedIn: SignedIn) {
  const { userId } = signedIn;
  const [usage, subscription] = await Promise.all([loadUsage(signedIn), lastSubscription(userId)]);
  const renewable = subscription !== null && (await isRenewable(userId, subscription.planId));
  return { usage, subscription, renewable };
}

export type PlanDetails = Awaited<ReturnType<typeof load>>;
