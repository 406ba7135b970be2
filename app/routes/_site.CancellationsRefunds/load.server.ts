import { getSignedInUser } from '#app/session/session.server.ts';
import { listOrders } from '#domain/billing/payments/list-orders.server.ts';
import { getLatestSubscription } from '#domain/billing/subscriptions/get-latest-subscription.server.ts';

/** What somebody who is signed in has paid and has now; null for a visitor. */
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
