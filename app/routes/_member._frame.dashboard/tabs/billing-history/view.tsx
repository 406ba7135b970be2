import { Link } from '@remix-run/react';
import { Postmark } from '#app/components/postmark.tsx';
import { paths } from '#app/paths.ts';
import { BillingTable } from './billing-table.tsx';
import type { load } from './load.server.ts';

/** What the user has paid. */
export function View({ data: { orders } }: { data: Awaited<ReturnType<typeof load>> }) {
  if (orders.length > 0) return <BillingTable orders={orders} />;
  return (
    <section className="card grid justify-items-center gap-4 px-6 py-12 text-center">
      <Postmark />
      <div className="grid gap-1">
        <h2 className="font-medium">No billing history yet</h2>
        <p className="text-sm text-faint">What you pay for a plan is listed here.</p>
      </div>
      <Link className="button-quiet" to={paths.plans}>
        See the plans
      </Link>
    </section>
  );
}
