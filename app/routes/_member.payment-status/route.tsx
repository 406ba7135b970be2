import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { noIndexMeta } from '#app/site/no-index-meta.ts';
import { getOrder } from '#domain/billing/payments/find-orders.ts';
import { reconcileOrderNow } from '#domain/billing/payments/reconcile-order.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { NoPayment } from './no-payment.tsx';
import { toPaymentOutcome } from './outcome.ts';
import { PaymentStatusCard } from './payment-status.tsx';

export const meta: MetaFunction = () => noIndexMeta('Payment status');

/** Loads a user's own order; 404 for any other. */
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

/** A declined order that was paid since, perhaps in a closed tab, is not shown as failed: the provider is asked first. */
async function getOrderNow(userId: string, id: string) {
  const known = await getOrder(userId, id);
  if (!known.isDeclined) return known;
  await reconcileOrderNow(id);
  return getOrder(userId, id);
}

/** The status of a payment. */
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
