import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { PrimaryLink, TextLink } from '#app/components/links.tsx';
import { NarrowPage } from '#app/components/narrow-page.tsx';
import { readForm } from '#app/forms/read-form.server.ts';
import { paths } from '#app/paths.ts';
import { loadPlans } from '#app/plans/load-plans.server.ts';
import { PlanFeatures, PlansError, Price } from '#app/plans/plan-card.tsx';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { mailto } from '#app/site/mailto.ts';
import { publicPageMeta } from '#app/site/public-page-meta.ts';
import { isOnlinePaymentEnabled } from '#domain/billing/payments/settings.ts';
import type { PlanOutput } from '#domain/billing/plans/contract.ts';
import { renewableDays } from '#domain/billing/subscriptions/contract.browser.ts';
import { isRenewable, previewPeriod } from '#domain/billing/subscriptions/get-subscription.ts';
import { supportSettings } from '#domain/notifications/email/settings.ts';
import { order, verify } from './act.server.ts';
import { PayForm } from './pay-form.tsx';

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

/** Says that the plan is already active. */
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
 * Loads the plan from its row; the address only names it.
 *
 * @throws Response that redirects to the contact page for a contact-sales plan, or to the login
 */
async function load(request: Request) {
  const { pathname, search, searchParams } = new URL(request.url);
  const plans = await loadPlans();
  if (!plans) return data({ state: 'away', again: pathname + search } as const, { status: 503 });
  const plan = plans.find(({ _id }) => _id === searchParams.get('plan'));
  if (!plan) return data({ state: 'none' } as const);
  if (plan.contactSales) throw redirect(paths.contact);
  const { userId } = await requireSignedInUser(request);
  if (!(await isRenewable(userId, plan._id))) return data({ state: 'active', plan } as const);
  if (!isOnlinePaymentEnabled())
    return data({ state: 'by-mail', plan, supportEmail: supportSettings.SUPPORT_EMAIL } as const);
  const amountPaise = Math.round(plan.numericPrice * 100);
  const preview = await previewPeriod(userId, { planId: plan._id, amountPaise });
  return data({ state: 'payable', plan, preview } as const);
}
