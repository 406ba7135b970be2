import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { readForm } from '#app/forms/read-form.server.ts';
import { paths } from '#app/paths.ts';
import { verifyPaymentInput } from '#domain/billing/payments/contract.ts';
import { reconcileOrderNow } from '#domain/billing/payments/reconcile-order-now.server.ts';
import { verifyCallback } from '#domain/billing/payments/verify-callback.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { logger } from '#platform/logger.ts';

/** Ids of ours, as they may stand in an address. */
const idOf = (text: string | null) => (text && /^[a-z]{3}_\w{1,36}$/.test(text) ? text : null);

/** Where to go on: what became of the order, or back to the plan. It tells only what came in. */
function onward(search: URLSearchParams): string {
  const [order, plan] = [idOf(search.get('order')), idOf(search.get('plan'))];
  if (order) return paths.paymentStatus(order);
  return plan ? paths.payment(plan) : paths.plans;
}

const searchOf = ({ request }: LoaderFunctionArgs | ActionFunctionArgs) =>
  new URL(request.url).searchParams;

/** A try that failed is shown at once if the provider answers in time; if it does not, later. */
async function askAboutFailure(orderId: string | null): Promise<void> {
  if (!orderId) return;
  try {
    await reconcileOrderNow(orderId);
  } catch (error) {
    logger.error({ error }, 'the provider was not asked about a callback');
  }
}

export const loader = (args: LoaderFunctionArgs) => redirect(onward(searchOf(args)), 303);

/**
 * What the provider's own page sends a browser back with, paid or not. The form comes from another
 * site, so without our cookie: only its signature is believed. The page that it is led on to asks who
 * looks.
 */
export async function action(args: ActionFunctionArgs) {
  const search = searchOf(args);
  const given = verifyPaymentInput.safeParse(Object.fromEntries(await readForm(args.request)));
  if (given.success) {
    try {
      const { orderId, status } = await verifyCallback(given.data);
      const page = status === 'failed' ? paths.paymentFailed : paths.paymentStatus;
      return redirect(page(orderId), 303);
    } catch (error) {
      const orderId = idOf(search.get('order'));
      // What cannot be verified is told alike, whatever is wrong with it.
      if (error instanceof DomainError && orderId) {
        return redirect(paths.paymentFailed(orderId), 303);
      }
      // Somebody may just have paid: they are led on, and the worker goes on.
      if (!(error instanceof DomainError)) logger.error({ error }, 'a callback failed');
    }
  }
  await askAboutFailure(idOf(search.get('order')));
  return redirect(onward(search), 303);
}
