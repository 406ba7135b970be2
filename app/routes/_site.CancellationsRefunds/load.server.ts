import { loadFreePlan } from '#app/plans/load-plans.server.ts';
import { getSignedInUser } from '#app/session/session.server.ts';
import { listOrders } from '#domain/billing/payments/find-orders.ts';
import { getLatestSubscription } from '#domain/billing/subscriptions/get-subscription.ts';

/** Loads the paid orders and the subscription of a signed-in user, and the plan after it; null for a visitor. */
export async function load(request: Request) {
  const signedIn = await getSignedInUser(request);
  if (!signedIn) return null;
  const [orders, subscription, free] = await Promise.all([
    listOrders(signedIn.userId),
    getLatestSubscription(signedIn.userId),
    loadFreePlan(),
  ]);
  return { paid: orders.filter(({ status }) => status === 'completed'), subscription, free };
}

export type UserBilling = NonNullable<Awaited<ReturnType<typeof load>>>;
