import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Timestamp } from '#app/components/timestamp.tsx';
import { paths } from '#app/paths.ts';
import { SubscriptionStamp } from '#app/plans/subscription-stamp.tsx';
import type { SubscriptionOutput } from '#domain/billing/subscriptions/contract.browser.ts';

/** The current plan with its end date, and buttons to cancel or keep it. */
export function PlanState({ subscription }: { subscription: SubscriptionOutput }) {
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
          <Link className="button-primary" to={paths.payment(planId)}>
            Subscribe again
          </Link>
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
