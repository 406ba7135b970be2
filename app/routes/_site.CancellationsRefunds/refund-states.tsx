import type { ReactNode } from 'react';
import { Timestamp } from '#app/components/timestamp.tsx';
import type { OrderDetails } from '#domain/billing/payments/contract.browser.ts';
import { formatRupees } from '#domain/shared/format-number.browser.ts';

type Refund = NonNullable<OrderDetails['refund']>;

const statuses: Record<
  Refund['status'],
  { colour: string; describe: (refund: Refund) => ReactNode }
> = {
  requested: {
    colour: 'text-waiting',
    describe: () => 'We are reviewing your request and will email you within 3-5 business days.',
  },
  pending: {
    colour: 'text-waiting',
    describe: () => 'Approved. Razorpay is returning the money.',
  },
  processed: {
    colour: 'text-good',
    describe: ({ settledAt }) => (
      <>
        Refunded{settledAt ? <> on {<Timestamp at={settledAt} />}</> : null}. Your bank may take a
        few days more to show it.
      </>
    ),
  },
  declined: {
    colour: 'text-bad',
    describe: ({ settledAt }) => (
      <>
        Declined{settledAt ? <> on {<Timestamp at={settledAt} />}</> : null}. We have emailed you
        the reason.
      </>
    ),
  },
  failed: {
    colour: 'text-bad',
    describe: () =>
      'Razorpay could not return the money. We are looking into it; you can request it again.',
  },
};

/** The refund requests and their status. */
export function RefundStates({ orders }: { orders: OrderDetails[] }) {
  return (
    <section aria-labelledby="refunds-title" className="grid gap-3">
      <h2 className="text-lg leading-snug font-medium" id="refunds-title">
        Your requests
      </h2>
      <ul className="card divide-y divide-line">
        {orders.map(({ id, planName, amountPaise, refund }) =>
          refund ? (
            <li className="grid gap-1 px-5 py-4 text-sm" key={id}>
              <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                <span className="font-medium">
                  {planName}, {formatRupees(amountPaise)}
                </span>
                <span className={`stamp ${statuses[refund.status].colour}`}>{refund.status}</span>
              </p>
              <p className="text-faint">
                Requested on <Timestamp at={refund.createdAt} />.{' '}
                {statuses[refund.status].describe(refund)}
              </p>
            </li>
          ) : null,
        )}
      </ul>
    </section>
  );
}
