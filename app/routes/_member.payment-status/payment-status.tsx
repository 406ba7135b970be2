import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Postmark } from '#app/components/postmark.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { paths } from '#app/paths.ts';
import { paymentMethodLabel } from '#app/payments/labels.ts';
import type { OrderDetails } from '#domain/billing/payments/contract.browser.ts';
import { formatRupees } from '#domain/shared/format-number.browser.ts';
import type { Outcome } from './outcome.ts';
import { usePolling } from './use-polling.ts';

type PaymentStatusProps = { order: OrderDetails; outcome: Outcome };

const headings: Record<Outcome, { title: string; text: string }> = {
  success: {
    title: 'Payment Successful',
    text: 'Your payment has been processed successfully',
  },
  failed: { title: 'Payment Failed', text: 'There was an issue processing your payment' },
  pending: {
    title: 'Confirming your payment',
    text: 'We are waiting for Razorpay to confirm your payment. If you have paid, your plan starts as soon as the confirmation arrives, even if you close this page.',
  },
};

/** The status of an order, its details and the next steps. */
export function PaymentStatusCard({ order, outcome }: PaymentStatusProps) {
  // A declined order may be paid in another tab.
  const waiting = usePolling(order.status === 'pending') && outcome === 'pending';
  const { title, text } = headings[outcome];
  return (
    <>
      <div aria-live="polite" className="grid justify-items-start gap-4">
        {outcome === 'success' ? <Postmark /> : null}
        <h1 className="font-serif text-2xl leading-tight">{title}</h1>
        <p className="text-faint">{text}</p>
        {outcome === 'failed' && order.failure ? <Reason>{order.failure}</Reason> : null}
        {waiting ? <p className="text-sm">Checking again every few seconds…</p> : null}
      </div>
      <PaymentDetails order={order} />
      <div className="flex flex-wrap gap-3">
        <NextSteps order={order} outcome={outcome} />
      </div>
      {outcome === 'pending' ? (
        <p className="text-sm text-faint">
          Not paid yet?{' '}
          <Link className="link" to={paths.payment(order.planId)}>
            Pay now
          </Link>
        </p>
      ) : null}
    </>
  );
}

/** The provider's own text. */
function Reason({ children }: { children: string }) {
  return (
    <p className="w-full rounded-md border border-bad/40 bg-bad/5 px-3 py-2 text-sm wrap-anywhere text-bad">
      {children}
    </p>
  );
}

function PaymentDetails({ order }: { order: OrderDetails }) {
  const method = paymentMethodLabel(order.method);
  return (
    <dl className="card divide-y divide-line">
      <Detail label="Plan">{order.planName}</Detail>
      <Detail label="Amount">
        <span className="font-mono text-xs">{formatRupees(order.amountPaise)}</span>
      </Detail>
      {method ? <Detail label="Payment method">{method}</Detail> : null}
      <Detail label="Transaction ID">
        {order.paymentId ? <Id id={order.paymentId} /> : 'None yet'}
      </Detail>
      <Detail label="Order">
        <Id id={order.id} />
      </Detail>
      <Detail label="Date">
        <Timestamp at={order.paidAt ?? order.createdAt} />
      </Detail>
    </dl>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-5 py-3">
      <dt className="text-xs text-faint">{label}</dt>
      <dd className="text-sm wrap-anywhere">{children}</dd>
    </div>
  );
}

const Id = ({ id }: { id: string }) => <span className="font-mono text-xs">{id}</span>;

/** Links to the next steps; the most likely one first. */
function NextSteps({ order, outcome }: PaymentStatusProps) {
  if (outcome === 'failed') {
    return (
      <>
        <Link className="button-primary" to={paths.payment(order.planId)}>
          Try again
        </Link>
        <ToDashboard quiet />
      </>
    );
  }
  if (outcome === 'pending') {
    return (
      <>
        {/* Reloads the whole document, so that it works the same without JavaScript. */}
        <Link className="button-primary" reloadDocument to={paths.paymentStatus(order.id)}>
          Refresh
        </Link>
        <ToDashboard quiet />
      </>
    );
  }
  return (
    <>
      <ToDashboard />
      <a className="button-quiet min-h-10" href={paths.invoice(order.id)}>
        Invoice (PDF)
      </a>
    </>
  );
}

function ToDashboard({ quiet = false }: { quiet?: boolean }) {
  return (
    <Link className={quiet ? 'button-quiet min-h-10' : 'button-primary'} to={paths.dashboard()}>
      Go to Dashboard
    </Link>
  );
}
