import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Link, useLoaderData, useRevalidator } from '@remix-run/react';
import { type ReactNode, useEffect, useState } from 'react';
import { Postmark } from '#app/components/icons.tsx';
import { PrimaryLink, TextLink } from '#app/components/links.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { loadWaiting } from '#app/connection/waiting.ts';
import { paths } from '#app/paths.ts';
import { paymentMethodLabel } from '#app/payments/labels.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import type { OrderDetails } from '#domain/billing/payments/contract.browser.ts';
import { getOrder } from '#domain/billing/payments/find-orders.ts';
import { reconcileOrderNow } from '#domain/billing/payments/reconcile-order.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { formatRupees } from '#domain/shared/format.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';

export const meta: MetaFunction = () => noIndexMeta('Payment status');

type Outcome = 'success' | 'failed' | 'pending';

const outcomes = { completed: 'success', failed: 'failed', pending: 'pending' } as const;

/**
 * The outcome to display for an order. A declined order that is paid later is a success.
 *
 * @param verified `no` if the checkout's signature could not be verified; in this case a pending order is shown as failed
 */
function toPaymentOutcome(
  { status, isDeclined }: Pick<OrderDetails, 'status' | 'isDeclined'>,
  verified: string | null,
): Outcome {
  return status === 'pending' && (isDeclined || verified === 'no') ? 'failed' : outcomes[status];
}

/** Loads a user's own order; 404 for any other order. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  const { searchParams } = new URL(request.url);
  const { data: id } = safeText.min(1).max(40).safeParse(searchParams.get('order'));
  if (id === undefined) return data({ order: null });
  try {
    const order = await getOrderNow(userId, id);
    return data({ order, outcome: toPaymentOutcome(order, searchParams.get('verified')) });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return data({ order: null }, { status: 404 });
  }
}

/**
 * A declined order may have been paid in the meantime, perhaps in a closed tab, so this queries the provider before the page
 * shows a failure.
 */
async function getOrderNow(userId: string, id: string) {
  const known = await getOrder(userId, id);
  if (!known.isDeclined) return known;
  await reconcileOrderNow(id);
  return getOrder(userId, id);
}

export default function PaymentStatus() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line px-6 py-5">
        <Link className="font-serif text-lg leading-none" to={paths.home}>
          Dakiya
        </Link>
      </header>
      <main className="mx-auto grid w-full max-w-md flex-1 content-start gap-6 px-6 py-10 sm:py-16">
        {loaded.order ? <PaymentStatusCard {...loaded} key={loaded.order.id} /> : <NoPayment />}
      </main>
    </div>
  );
}

/** The page for an address without an order. */
function NoPayment() {
  return (
    <>
      <div className="grid gap-2">
        <h1 className="font-serif text-2xl leading-tight">No Payment Information</h1>
        <p className="text-faint">Please complete a payment to view status.</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <PrimaryLink to={paths.plans}>View Plans</PrimaryLink>
        <Link className="button-quiet min-h-10" to={paths.dashboard()}>
          Go to Dashboard
        </Link>
      </div>
    </>
  );
}

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
function PaymentStatusCard({ order, outcome }: PaymentStatusProps) {
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
          Not paid yet? <TextLink to={paths.payment(order.planId)}>Pay now</TextLink>
        </p>
      ) : null}
    </>
  );
}

/** The reason of a failed payment, in the provider's own words. */
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

/** Links to the next steps, most likely first. */
function NextSteps({ order, outcome }: PaymentStatusProps) {
  if (outcome === 'failed') {
    return (
      <>
        <PrimaryLink to={paths.payment(order.planId)}>Try again</PrimaryLink>
        <ToDashboard quiet />
      </>
    );
  }
  if (outcome === 'pending') {
    return (
      <>
        {/* Reloads the whole document, so that it also works without JavaScript. */}
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

/** The interval between two reloads, and the time after which they stop, in milliseconds. */
const everyMs = 2_000;
const maxDurationMs = 3 * 60_000;

/**
 * Reloads the page's data at intervals while `enabled`.
 *
 * @returns whether the page is still polling; polling stops after three minutes, and the page has a link to refresh
 */
function usePolling(enabled: boolean): boolean {
  const { revalidate } = useRevalidator();
  const [isPolling, setIsPolling] = useState(false);
  useEffect(() => {
    if (!enabled) return;
    const until = Date.now() + maxDurationMs;
    setIsPolling(true);
    const timer = setInterval(() => {
      // If a load is waiting for the connection, retries it instead of starting another.
      if (Date.now() < until) loadWaiting() || revalidate();
      else {
        clearInterval(timer);
        setIsPolling(false);
      }
    }, everyMs);
    return () => {
      clearInterval(timer);
      setIsPolling(false);
    };
  }, [enabled, revalidate]);
  return isPolling;
}
