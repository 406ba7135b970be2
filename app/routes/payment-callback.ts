import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { readForm } from '#app/forms/read-form.server.ts';
import { paths } from '#app/paths.ts';
import { verifyPaymentInput } from '#domain/billing/payments/contract.browser.ts';
import { reconcileOrderNow } from '#domain/billing/payments/reconcile-order.ts';
import { verifyCallback } from '#domain/billing/payments/verify-payment.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { logger } from '#platform/logger.ts';

/** Validates an id from an address. */
const parseId = (text: string | null) => (text && /^[a-z]{3}_\w{1,36}$/.test(text) ? text : null);

/** The next page: the payment status, or the plan. It depends only on the callback's parameters. */
function nextPath(search: URLSearchParams): string {
  const [order, plan] = [parseId(search.get('order')), parseId(search.get('plan'))];
  if (order) return paths.paymentStatus(order);
  return plan ? paths.payment(plan) : paths.plans;
}

const readSearch = ({ request }: LoaderFunctionArgs | ActionFunctionArgs) =>
  new URL(request.url).searchParams;

/**
 * Fetches the order's payments now, so that a failed attempt is shown immediately; if the provider does not
 * respond in time, the reconciler fetches them later.
 */
async function reconcileNow(orderId: string | null): Promise<void> {
  if (!orderId) return;
  try {
    await reconcileOrderNow(orderId);
  } catch (error) {
    logger.error({ error }, 'reconciling an order after a callback failed');
  }
}

export const loader = (args: LoaderFunctionArgs) => redirect(nextPath(readSearch(args)), 303);

/**
 * The callback of the provider's payment page, after a success or a failure. The form is cross-site, so
 * there is no session cookie, and only the signature is trusted. Redirects to a page that requires the
 * session.
 */
export async function action(args: ActionFunctionArgs) {
  const search = readSearch(args);
  const given = verifyPaymentInput.safeParse(Object.fromEntries(await readForm(args.request)));
  if (given.success) {
    try {
      const { orderId, status } = await verifyCallback(given.data);
      const page = status === 'failed' ? paths.paymentFailed : paths.paymentStatus;
      return redirect(page(orderId), 303);
    } catch (error) {
      const orderId = parseId(search.get('order'));
      // The same response for every verification error, regardless of the cause.
      if (error instanceof DomainError && orderId) {
        return redirect(paths.paymentFailed(orderId), 303);
      }
      // The payment may have succeeded, so the visitor continues, and the worker reconciles the order.
      if (!(error instanceof DomainError)) logger.error({ error }, 'payment callback failed');
    }
  }
  await reconcileNow(parseId(search.get('order')));
  return redirect(nextPath(search), 303);
}
