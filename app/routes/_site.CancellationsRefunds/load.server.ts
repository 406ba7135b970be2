import { getSignedIn } from '#app/session/session.server.ts';
import { listOrders } from '#domain/billing/payments/list-orders.server.ts';
import { lastSubscription } from '#domain/billing/subscriptions/last-subscription.server.ts';

/** What somebody who is signed in has paid and has now; null for a visitor. */
export async function load(request: Request) {
  const signedIn = await getSignedIn(request);
  if (!signedIn) return null;
  const [orders, subscription] = await Promise.all([
    listOrders(signedIn.userId),
    lastSubscription(signedIn.userId),
  ]);
  return { paid: orders.filter(({ status }) => status === 'completed'), subscription };
}

export type Own = NonNullable<Awaited<ReturnType<typeof load>>>;
