import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { PrimaryLink, TextLink } from '#app/components/links.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { SubmitButton } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { TextArea } from '#app/forms/field.tsx';
import { readForm } from '#app/forms/read-form.server.ts';
import { submit } from '#app/forms/submit.server.ts';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { hasActiveRefund } from '#app/payments/labels.ts';
import { type FreePlan, loadFreePlan } from '#app/plans/load-plans.server.ts';
import { SubscriptionStamp } from '#app/plans/plan-card.tsx';
import { getSignedInUser, requireSignedInUser } from '#app/session/session.server.ts';
import { redirectDone, redirectWithToast } from '#app/session/toast.server.ts';
import { publicPageMeta } from '#app/site/meta.ts';
import { PageHeader } from '#app/site/page-header.tsx';
import { listOrders } from '#domain/billing/payments/find-orders.ts';
import { requestRefund } from '#domain/billing/payments/request-refund.ts';
import type { SubscriptionOutput } from '#domain/billing/subscriptions/contract.browser.ts';
import {
  cancelSubscription,
  resumeSubscription,
} from '#domain/billing/subscriptions/end-subscriptions.ts';
import { getLatestSubscription } from '#domain/billing/subscriptions/get-subscription.ts';
import { supportSettings } from '#domain/notifications/email/settings.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import {
  ByEmail,
  cancelForm,
  OrByEmail,
  RefundForm,
  RefundStates,
  reasonMissing,
  refundForm,
} from './refund-form.tsx';

export const meta: MetaFunction = (args) =>
  publicPageMeta(
    {
      title: 'Cancellations & Refunds',
      description:
        'How to cancel a plan or request a refund: what you keep, what is refunded, and how long it takes.',
      path: paths.refunds,
    },
    args,
  );

const refundTab = paths.refundsTab('refund');
const cancelTab = paths.refundsTab('cancel');

/** Handles the forms of the page, by `intent`. */
async function act(userId: string, form: FormData) {
  switch (form.get('intent')) {
    case 'refund':
      return submit(form, refundForm, (input) => refund(userId, input), {
        formId: 'refund',
        fallback: fallbacks.other,
        onInvalid: ({ reason }) => (reason ? reasonMissing(reason) : undefined),
      });
    case 'cancel':
      return submit(form, cancelForm, ({ reason }) => cancel(userId, reason), {
        formId: 'cancel',
        fallback: fallbacks.other,
      });
    case 'keep':
      await resumeSubscription(userId);
      return redirectDone(
        cancelTab,
        'Your plan stays',
        'Your cancellation was withdrawn, and your plan continues.',
      );
    default:
      throw new Response(null, { status: 400 });
  }
}

async function refund(userId: string, input: Parameters<typeof requestRefund>[1]) {
  await requestRefund(userId, input);
  return redirectWithToast(refundTab, {
    type: 'success',
    title: 'Refund Request Submitted',
    message: "Your refund request has been received. We'll process it within 3-5 business days.",
  });
}

async function cancel(userId: string, reason: string | undefined) {
  const { plan } = await cancelSubscription(userId, reason);
  return redirectDone(
    cancelTab,
    'Plan cancelled',
    `You can use ${plan} until the end of the paid period.`,
  );
}

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  return {
    tab: findRefundTab(searchParams.get('tab')),
    sure: searchParams.has('sure'),
    own: await load(request),
    supportEmail: supportSettings.SUPPORT_EMAIL,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  return act(userId, await readForm(request));
}

/** The policy beside two tabs. The tabs are links. */
export default function CancellationsRefunds() {
  const { tab, sure, own, supportEmail } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-10">
      <PageHeader
        lead="What happens when you cancel a plan, and when you get a refund."
        title="Cancellations & Refunds"
      />
      <div className="grid gap-12 lg:grid-cols-2 lg:gap-16">
        <div className="grid content-start gap-8">
          <nav aria-label="Requests" className="flex gap-6 border-b border-line text-sm">
            {refundTabs.map(({ id, label }) => (
              <Link
                aria-current={id === tab ? 'page' : undefined}
                className="-mb-px border-b-2 border-transparent py-2.5 text-faint hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink"
                key={id}
                preventScrollReset
                to={paths.refundsTab(id)}
              >
                {label}
              </Link>
            ))}
          </nav>
          {tab === 'refund' ? (
            <RequestRefund own={own} supportEmail={supportEmail} />
          ) : (
            <CancelPlan own={own} supportEmail={supportEmail} sure={sure} />
          )}
        </div>
        <Policy />
      </div>
    </div>
  );
}

/** The tabs of the page, selected by `?tab=`; the first one is the default. */
const refundTabs = [
  { id: 'refund', label: 'Request Refund' },
  { id: 'cancel', label: 'Cancel Plan' },
] as const;

export type RefundTabId = (typeof refundTabs)[number]['id'];

/** The tab with this id, or the first one. */
const findRefundTab = (id: string | null): RefundTabId =>
  refundTabs.find((tab) => tab.id === id)?.id ?? refundTabs[0].id;

const statements = [
  [
    'Cancellation affects only future renewals.',
    'You keep what you have already paid for. Nothing is charged automatically. After you have cancelled, we send no reminder to renew.',
  ],
  [
    'Access continues until the end of the period.',
    'You have your plan and its limits until its last day. After that your account is on Free, and your API keys keep working within the limits of Free.',
  ],
  [
    'Refunds are given only for services not provided.',
    'We refund a payment that was charged twice, or a plan that we could not provide. A message that we submitted to a carrier counts as provided, whether or not it was delivered.',
  ],
  [
    'Refunds are processed in 3-5 business days.',
    'We return the money to your original payment method and end the paid period. Your bank may take a few days more to show it.',
  ],
] as const;

function Policy() {
  return (
    <section aria-labelledby="policy" className="grid content-start gap-4">
      <h2 className="text-lg leading-snug font-medium" id="policy">
        Our policy
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {statements.map(([rule, meaning]) => (
          <li className="grid gap-1 py-4" key={rule}>
            <p className="font-medium">{rule}</p>
            <p className="text-sm text-faint">{meaning}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const subject = 'Refund request';

const questions = [
  'Date and amount of the payment',
  'Id of the payment, if you have it',
  'Reason for the refund',
] as const;

type RequestRefundProps = { own: UserBilling | null; supportEmail: string };

/** The refund tab: the form, and the status of earlier requests. */
function RequestRefund({ own, supportEmail }: RequestRefundProps) {
  const refundable = own?.paid.filter((order) => !hasActiveRefund(order)) ?? [];
  const requested = own?.paid.filter(({ refund }) => refund !== null) ?? [];
  return (
    <>
      {own ? null : <LogIn to={paths.refundsTab('refund')}>request a refund</LogIn>}
      {requested.length > 0 ? <RefundStates orders={requested} /> : null}
      {refundable.length > 0 ? <RefundForm orders={refundable} /> : null}
      {own?.paid.length === 0 ? (
        <p className="text-faint">You have no payments yet, so there is nothing to refund.</p>
      ) : null}
      {own ? <OrByEmail subject={subject} supportEmail={supportEmail} /> : null}
      {own ? null : (
        <ByEmail
          action="Email the request"
          questions={questions}
          subject={subject}
          supportEmail={supportEmail}
          title="How to request a refund by email"
        >
          Email us from the address of your account, so that we know that it is yours. Please
          include:
        </ByEmail>
      )}
    </>
  );
}

const cancelSubject = 'Cancel my plan';

const cancelQuestions = ['Plan to cancel', 'Reason (optional)'] as const;

type CancelPlanProps = {
  own: UserBilling | null;
  /** Whether the user has already clicked Cancel Plan once. */
  sure: boolean;
  supportEmail: string;
};

function CancelPlan({ own, sure, supportEmail }: CancelPlanProps) {
  const { subscription } = own ?? { subscription: null };
  return (
    <>
      {own ? null : <LogIn to={paths.refundsTab('cancel')}>cancel your plan</LogIn>}
      {own && !subscription ? (
        <p className="text-faint">
          Your account is on Free. There is nothing to cancel, and nothing is charged.
        </p>
      ) : null}
      {own && subscription && sure && subscription.canCancel ? (
        <CancelForm free={own.free} subscription={subscription} />
      ) : null}
      {subscription && !(sure && subscription.canCancel) ? (
        <PlanState subscription={subscription} />
      ) : null}
      {own ? <OrByEmail subject={cancelSubject} supportEmail={supportEmail} /> : null}
      {own ? null : (
        <ByEmail
          action="Email the cancellation"
          questions={cancelQuestions}
          subject={cancelSubject}
          supportEmail={supportEmail}
          title="How to cancel your plan by email"
        >
          Email us from the address of your account, so that we know that it is yours. We confirm
          the cancellation and the last day of your plan by email. Please include:
        </ByEmail>
      )}
    </>
  );
}

/**
 * Asks a visitor to log in.
 *
 * @param to path to return to
 */
function LogIn({ to, children }: { to: string; children: string }) {
  return (
    <p className="border-l-2 border-line pl-4">
      <TextLink to={paths.loginThen(to)}>Log in</TextLink> to {children} here.
    </p>
  );
}

type CancelFormProps = {
  subscription: SubscriptionOutput;
  /** The plan that follows the cancelled plan. */
  free: FreePlan;
};

/** Explains the consequences of cancelling, with the form that cancels. */
function CancelForm({ subscription, free }: CancelFormProps) {
  const { form, fields } = useValidatedForm({ id: 'cancel', schema: cancelForm });
  const { plan, expiryDate } = subscription;
  return (
    <section aria-labelledby="cancel-title" className="card grid gap-4 px-5 py-4">
      <h2 className="font-medium" id="cancel-title">
        {`Cancel ${plan}?`}
      </h2>
      <ul className="grid list-disc gap-1 pl-5 text-sm">
        <li>
          {plan}, its limits and your API keys work until <Timestamp at={new Date(expiryDate)} />.
        </li>
        <li>
          {`After that your account is on ${free.name}, with ${formatCount(free.messages)} messages and ${formatCount(free.apiCalls)} API calls a month.`}
        </li>
        <li>Cancelling does not refund this payment, and we will not remind you to renew.</li>
        <li>Until that day you can change your mind.</li>
      </ul>
      <ValidatedForm fallback={fallbacks.other} form={form} intent="cancel">
        <TextArea field={fields.reason} label="Reason (optional)" />
        <div className="flex flex-wrap gap-3">
          <SubmitButton busy="Cancelling...">Cancel my plan</SubmitButton>
          <Link
            className="button-quiet min-h-10"
            preventScrollReset
            to={paths.refundsTab('cancel')}
          >
            Keep my plan
          </Link>
        </div>
      </ValidatedForm>
    </section>
  );
}

/** The current plan with its end date, and buttons to cancel or keep it. */
function PlanState({ subscription }: { subscription: SubscriptionOutput }) {
  const { plan, planId, status, expiryDate } = subscription;
  return (
    <section aria-labelledby="own-plan" className="card grid gap-4 px-5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="font-medium" id="own-plan">
          {plan}
        </h2>
        <SubscriptionStamp status={status} />
      </div>
      <p className="text-sm">
        <StatusText ends={<Timestamp at={new Date(expiryDate)} />} status={status} />
      </p>
      <div>
        {status === 'active' ? (
          <Link className="button-quiet text-bad" preventScrollReset to={paths.cancelPlan}>
            Cancel Plan
          </Link>
        ) : null}
        {status === 'pending_cancellation' ? (
          <Form method="post" preventScrollReset>
            <button className="button-primary" name="intent" type="submit" value="keep">
              Keep my plan
            </button>
          </Form>
        ) : null}
        {status === 'expired' ? (
          <PrimaryLink to={paths.payment(planId)}>Subscribe again</PrimaryLink>
        ) : null}
      </div>
    </section>
  );
}

type StatusTextProps = { status: SubscriptionOutput['status']; ends: ReactNode };

function StatusText({ status, ends }: StatusTextProps) {
  switch (status) {
    case 'active':
      return <>Paid for until {ends}.</>;
    case 'pending_cancellation':
      return <>Cancellation pending, will expire on {ends}.</>;
    case 'expired':
      return <>Expired on {ends}. Your account is on Free.</>;
  }
}

/** Loads a signed-in user's paid orders and subscription, and the plan that follows the subscription; null for a visitor. */
async function load(request: Request) {
  const signedIn = await getSignedInUser(request);
  if (!signedIn) return null;
  const [orders, subscription, free] = await Promise.all([
    listOrders(signedIn.userId),
    getLatestSubscription(signedIn.userId),
    loadFreePlan(),
  ]);
  return { paid: orders.filter(({ status }) => status === 'completed'), subscription, free };
}

type UserBilling = NonNullable<Awaited<ReturnType<typeof load>>>;
