import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { EmptyState } from '#app/components/empty-state.tsx';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { listOrders } from '#domain/billing/payments/find-orders.ts';
import { BillingTable } from './billing-table.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'billing-history' };
export const meta = screenMeta('billing-history');

/** Loads the user's orders, newest first. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  return { orders: await listOrders(userId) };
}

/** The billing history. */
export default function BillingScreen() {
  const { orders } = useLoaderData<typeof loader>();
  if (orders.length > 0) return <BillingTable orders={orders} />;
  return (
    <EmptyState text="Payments for plans are listed here." title="No billing history yet">
      <Link className="button-quiet" to={paths.plans}>
        See the plans
      </Link>
    </EmptyState>
  );
}
