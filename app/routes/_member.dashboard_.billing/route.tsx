import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '#app/components/icons.tsx';
import { QuietLink, TextLink } from '#app/components/links.tsx';
import { CardRow, CardTable, EmptyState } from '#app/components/lists.tsx';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { paths } from '#app/paths.ts';
import { paymentMethodLabel } from '#app/payments/labels.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import type { OrderDetails } from '#domain/billing/payments/contract.browser.ts';
import { listOrders } from '#domain/billing/payments/find-orders.ts';
import { formatRupees, formatShortDate } from '#domain/shared/format.browser.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'billing-history' };
export const meta = screenMeta('billing-history');

/** Loads the user's orders, newest first. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  return { orders: await listOrders(userId) };
}

export default function BillingScreen() {
  const { orders } = useLoaderData<typeof loader>();
  if (orders.length > 0) return <BillingTable orders={orders} />;
  return (
    <EmptyState text="Payments for plans are listed here." title="No billing history yet">
      <QuietLink to={paths.plans}>See the plans</QuietLink>
    </EmptyState>
  );
}

const columns = ['Date', 'Amount', 'Plan', 'Status', 'Payment Method', 'More'];

/** Payments: a table on wide screens, cards on narrow ones. */
function BillingTable({ orders }: { orders: OrderDetails[] }) {
  return (
    <div className="@container">
      <CardTable caption="Billing History" columns={columns} from="2xl">
        {orders.map((order) => (
          <Row key={order.id} order={order} />
        ))}
      </CardTable>
    </div>
  );
}

function Row({ order }: { order: OrderDetails }) {
  const { id, amountPaise, planName, method } = order;
  const date = order.paidAt ?? order.createdAt;
  return (
    <CardRow className="block py-2" from="2xl">
      <Cell label="Date">
        <time dateTime={date.toISOString()} title={date.toISOString()}>
          {formatShortDate(date)}
        </time>
      </Cell>
      <Cell label="Amount">
        <span className="font-mono text-xs tabular-nums">{formatRupees(amountPaise)}</span>
      </Cell>
      <Cell label="Plan">{planName}</Cell>
      <Cell label="Status">
        <Status order={order} />
      </Cell>
      <Cell label="Payment Method">
        {paymentMethodLabel(method) ?? <span className="text-faint">None yet</span>}
      </Cell>
      <Cell label="More">
        <span className="flex flex-wrap justify-end gap-x-4 @2xl:justify-start">
          <TextLink to={paths.paymentStatus(id)}>
            Details<span className="sr-only"> of the payment on {formatShortDate(date)}</span>
          </TextLink>
          {order.status === 'completed' ? (
            <a className="link" href={paths.invoice(id)}>
              Invoice<span className="sr-only"> for the payment on {formatShortDate(date)}</span>
            </a>
          ) : null}
        </span>
      </Cell>
    </CardRow>
  );
}

const statusStyles: Record<OrderDetails['status'], { colour: string; icon: IconName }> = {
  completed: { colour: 'text-good', icon: 'done' },
  failed: { colour: 'text-bad', icon: 'close' },
  pending: { colour: 'text-waiting', icon: 'clock' },
};

function Status({ order: { status, isDeclined, refund } }: { order: OrderDetails }) {
  const { colour, icon } = statusStyles[status];
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-3 gap-y-1 @2xl:justify-start">
      <span className={`inline-flex items-center gap-1.5 ${colour}`}>
        <Icon name={icon} />
        <span className="stamp">{status}</span>
      </span>
      {isDeclined ? <span className="text-xs text-faint">declined so far</span> : null}
      {refund ? (
        <Link className="link text-xs whitespace-nowrap" to={paths.refundsTab('refund')}>
          Refund {refund.status}
        </Link>
      ) : null}
    </span>
  );
}

/** A cell; on a card it also shows its column's name. */
function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className="flex items-center justify-between gap-4 px-4 py-1.5 align-middle wrap-anywhere @2xl:table-cell">
      <span className="text-xs text-faint @2xl:hidden">{label}</span>
      {children}
    </td>
  );
}
