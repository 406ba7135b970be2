import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { httpStatusByErrorCode } from '#app/api/http-status-by-error-code.ts';
import { mailto, PrimaryLink, TextLink } from '#app/components/links.tsx';
import { NarrowPage } from '#app/components/pages.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { asUnavailable } from '#app/guard-routes.server.ts';
import { paths } from '#app/paths.ts';
import { loadPlans } from '#app/plans/load-plans.server.ts';
import { PlanFeatures, PlansError, Price } from '#app/plans/plan-card.tsx';
import { listLost } from '#app/plans/plans.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { publicPageMeta } from '#app/site/meta.ts';
import { findOfferedVersion } from '#domain/billing/back-office/replace-plan.ts';
import { getUser } from '#domain/billing/get-user.ts';
import {
  currency,
  type OrderOutput,
  verifyPaymentInput,
} from '#domain/billing/payments/contract.browser.ts';
import { createOrder } from '#domain/billing/payments/create-order.ts';
import { isOnlinePaymentEnabled, razorpaySettings } from '#domain/billing/payments/settings.ts';
import { verifyPayment } from '#domain/billing/payments/verify-payment.ts';
import { listPlans, type PlanOutput } from '#domain/billing/plans/read-plans.ts';
import { renewableDays } from '#domain/billing/subscriptions/contract.browser.ts';
import { isRenewable, previewPeriod } from '#domain/billing/subscriptions/get-subscription.ts';
import { supportSettings } from '#domain/notifications/email/settings.ts';
import { DomainError, invariant, sentenceForPeople } from '#domain/shared/errors.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import { visitedOrigin } from '#platform/http/request-target.ts';
import { logger } from '#platform/logger.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { type Checkout, type CheckoutReply, orderForm, PayForm } from './pay-form.tsx';

export const meta: MetaFunction = (args) => [
  ...publicPageMeta(
    {
      title: 'Payment',
      description: 'The plan that you have selected, its monthly price, and how to subscribe.',
    },
    args,
  ),
  { name: 'robots', content: 'noindex' },
];

const changed =
  'This plan’s price changed while you were on the page. Please review the plans and try again.';

/**
 * The data of the checkout for an order.
 *
 * @param origin our origin, to which the checkout returns
 */
async function describeCheckout(
  userId: string,
  plan: PlanOutput,
  { amount, orderId, receiptId }: OrderOutput,
  origin: string,
): Promise<Checkout> {
  const { name, email } = await getUser(userId);
  invariant(razorpaySettings.RAZORPAY_KEY_ID, 'an order was made, so there is a key');
  const back = origin + paths.paymentCallback;
  return {
    scriptUrl: razorpaySettings.RAZORPAY_CHECKOUT_URL,
    hostedUrl: `${razorpaySettings.RAZORPAY_API_URL}/v1/checkout/embedded`,
    key: razorpaySettings.RAZORPAY_KEY_ID,
    ...{ orderId, receiptId, amount, currency },
    name: 'Dakiya',
    description: `${plan.name}, a month`,
    prefill: { name, email },
    callbackUrl: `${back}?order=${receiptId}`,
    cancelUrl: `${back}?plan=${plan._id}`,
  };
}

/**
 * Creates the order.
 *
 * @param planId from the page's URL; the price comes from the plan's row
 * @param request the visitor's request; the checkout returns to its host name
 */
async function order(userId: string, planId: string, form: FormData, request: Request) {
  try {
    const given = orderForm.safeParse({ amount: form.get('amount') });
    const plan = (await listPlans()).find(({ _id }) => _id === planId);
    if (!given.success || !plan) throw new DomainError('invalid_parameter', { message: changed });
    const input = { amount: given.data.amount, currency, planId: plan._id } as const;
    const createdOrder = await createOrder(userId, input);
    return data<CheckoutReply>({
      checkout: await describeCheckout(
        userId,
        plan,
        createdOrder,
        visitedOrigin(request, serverSettings.PUBLIC_URL),
      ),
    });
  } catch (thrown) {
    const error = asUnavailable(thrown);
    const known = error instanceof DomainError;
    if (!known) logger.error({ error }, 'creating an order failed');
    const message = known ? sentenceForPeople(error) : fallbacks.pay;
    return data<CheckoutReply>(
      { error: message },
      { status: known ? httpStatusByErrorCode[error.code] : 500 },
    );
  }
}

/** Verifies the checkout's result, and redirects to the payment status. */
async function verify(userId: string, form: FormData) {
  const given = verifyPaymentInput.safeParse(Object.fromEntries(form));
  const { data: orderId = '' } = safeText.max(40).safeParse(form.get('order'));
  const failed = (message: string) =>
    redirectWithToast(paths.paymentFailed(encodeURIComponent(orderId)), {
      type: 'error',
      title: 'Error',
      message,
    });
  if (!given.success) return failed('Payment verification failed');
  try {
    const { status, orderId: ownOrderId } = await verifyPayment(userId, given.data);
    if (status !== 'failed') return redirect(paths.paymentStatus(ownOrderId));
    return failed('Payment verification failed');
  } catch (error) {
    if (error instanceof DomainError && error.code === 'signature_mismatch') {
      return failed(sentenceForPeople(error));
    }
    // The state of the payment is unknown, so the 503 page asks the visitor to try again instead of saying
    // that the payment failed.
    if (isDatabaseUnavailable(error)) throw error;
    if (!(error instanceof DomainError)) logger.error({ error }, 'verifying a payment failed');
    return failed('Payment verification failed');
  }
}

export const loader = ({ request }: LoaderFunctionArgs) => load(request);

export async function action({ request }: ActionFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  const planId = new URL(request.url).searchParams.get('plan') ?? '';
  const form = await readForm(request);
  switch (form.get('intent')) {
    case 'order':
      return order(userId, planId, form, request);
    case 'verify':
      return verify(userId, form);
    default:
      throw new Response(null, { status: 400 });
  }
}

/** The payment page: the selected plan, and the form to pay. */
export default function Payment() {
  const loaded = useLoaderData<typeof loader>();
  switch (loaded.state) {
    case 'away':
      return (
        <NarrowPage title="Payment">
          <PlansError again={loaded.again} />
        </NarrowPage>
      );
    case 'none':
      return (
        <NarrowPage lead="Please select a plan to proceed with payment" title="No Plan Selected">
          <PrimaryLink to={paths.plans}>View Plans</PrimaryLink>
        </NarrowPage>
      );
    case 'active':
      return (
        <ChosenPlan plan={loaded.plan}>
          <AlreadyActive />
        </ChosenPlan>
      );
    case 'by-mail':
      return (
        <ChosenPlan plan={loaded.plan}>
          <ByEmail {...loaded} />
        </ChosenPlan>
      );
    case 'payable':
      return (
        <ChosenPlan plan={loaded.plan}>
          <PayForm {...loaded} key={loaded.plan._id} />
        </ChosenPlan>
      );
  }
}

/** The selected plan with its price and features. */
function ChosenPlan({ plan, children }: { plan: PlanOutput; children: ReactNode }) {
  return (
    <NarrowPage lead={plan.description} title={plan.name}>
      <div className="card grid gap-4 p-6">
        <Price contactLabel="" plan={plan} />
        <PlanFeatures features={plan.features} />
      </div>
      {children}
    </NarrowPage>
  );
}

function AlreadyActive() {
  return (
    <>
      <p className="text-sm" role="status">
        This plan is already active, so there is nothing to pay now. You can renew it in the last{' '}
        {renewableDays} days before it ends.
      </p>
      <PrimaryLink to={paths.dashboard('plan-details')}>View Plan Details</PrimaryLink>
      <p className="text-sm">
        <TextLink to={paths.plans}>Choose another plan</TextLink>
      </p>
    </>
  );
}

/** How to subscribe if online payment is not set up. */
function ByEmail({ plan, supportEmail }: { plan: PlanOutput; supportEmail: string }) {
  return (
    <>
      <p className="text-sm">
        Online payment is not available on this installation. Email{' '}
        <span className="inline-block font-mono text-xs break-all">{supportEmail}</span> from the
        address of your account, and we will arrange the plan with you.
      </p>
      <a
        className="button-primary"
        href={mailto(supportEmail, { subject: `Subscribe to ${plan.name}` })}
      >
        Write an email
      </a>
      <p className="text-sm">
        <TextLink to={paths.plans}>Choose another plan</TextLink>
      </p>
    </>
  );
}

/**
 * Loads the plan from the database; the URL only names the plan.
 *
 * @throws Response that redirects to the contact page for a contact-sales plan, or to the login
 */
async function load(request: Request) {
  const { pathname, search, searchParams } = new URL(request.url);
  const plans = await loadPlans();
  if (!plans) return data({ state: 'away', again: pathname + search } as const, { status: 503 });
  const chosen = searchParams.get('plan') ?? '';
  const plan = plans.find(({ _id }) => _id === chosen);
  if (!plan) {
    // An email or a page may name an earlier version of the plan.
    const offered = await findOfferedVersion(safeText.max(40).catch('').parse(chosen));
    if (offered !== null && offered !== chosen) throw redirect(paths.payment(offered));
    return data({ state: 'none' } as const);
  }
  if (plan.contactSales) throw redirect(paths.contact);
  const { userId } = await requireSignedInUser(request);
  if (!(await isRenewable(userId, plan._id))) return data({ state: 'active', plan } as const);
  if (!isOnlinePaymentEnabled())
    return data({ state: 'by-mail', plan, supportEmail: supportSettings.SUPPORT_EMAIL } as const);
  const amountPaise = Math.round(plan.numericPrice * 100);
  const preview = await previewPeriod(userId, { planId: plan._id, amountPaise });
  const from =
    preview.kind === 'change' ? plans.find(({ name }) => name === preview.from) : undefined;
  return data({ state: 'payable', plan, preview, lost: from ? listLost(from, plan) : [] } as const);
}
