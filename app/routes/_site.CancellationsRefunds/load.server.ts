import { getSignedInUser } from '#app/session/session.server.ts';
import { listOrders } from '#domain/billing/payments/find-orders.server.ts';
import { getLatestSubscription } from '#domain/billing/subscriptions/get-subscription.server.ts';

/** Loads the paid orders and the subscription of a signed-in user; null for a visitor. */
export async function load(request: Request) {
  const signedIn = await getSignedInUser(request);
  if (!signedIn) return null;
  const [orders, subscription] = await Promise.all([
    listOrders(signedIn.userId),
    getLatestSubscription(signedIn.userId),
  ]);
  return { paid: orders.filter(({ status }) => status === 'completed'), subscription };
}

export type UserBilling = NonNullable<Awaited<ReturnType<typeof load>>>;
