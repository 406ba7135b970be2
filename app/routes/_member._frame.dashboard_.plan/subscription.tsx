import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Timestamp } from '#app/components/timestamp.tsx';
import { TitledCard } from '#app/components/titled-card.tsx';
import { IntentButton } from '#app/forms/intent-button.tsx';
import { paths } from '#app/paths.ts';
import { SubscriptionStamp } from '#app/plans/subscription-stamp.tsx';
import {
  renewableDays,
  type SubscriptionOutput,
} from '#domain/billing/subscriptions/contract.browser.ts';

type SubscriptionProps = {
  subscription: SubscriptionOutput;
  /** Whether it can be renewed now. */
  renewable: boolean;
};

/** The subscription's status and dates, with buttons to renew, cancel or keep it. */
export function Subscription({ subscription, renewable }: SubscriptionProps) {
  const { plan, planId, status, startedAt, expiryDate } = subscription;
  const ends = <Timestamp at={new Date(expiryDate)} />;
  return (
    <TitledCard
      aside={<SubscriptionStamp status={status} />}
      heading="h2"
      id="subscription"
      title={`Subscription to ${plan}`}
    >
      <div className="grid gap-4 px-5 py-4">
        <dl className="grid gap-3 sm:grid-cols-2">
          <Detail label="Started on">
            <Timestamp at={new Date(startedAt)} />
          </Detail>
          {status === 'active' ? <Detail label="Next billing date">{ends}</Detail> : null}
          {status === 'expired' ? <Detail label="Expired on">{ends}</Detail> : null}
          {status === 'pending_cancellation' ? (
            <Detail label="Ends on">Cancellation pending, will expire on {ends}</Detail>
          ) : null}
        </dl>
        {status === 'active' ? (
          <p className="text-xs text-faint">
            {renewable
              ? 'Your plan does not renew automatically. If you renew now, the new month starts when the current one ends.'
              : `Your plan does not renew automatically. You can renew in its last ${renewableDays} days.`}
          </p>
        ) : null}
        <div className="flex flex-wrap gap-2">
          {renewable ? (
            <Link className="button-quiet" to={paths.payment(planId)}>
              {status === 'expired' ? `Get ${plan} again` : `Renew ${plan}`}
            </Link>
          ) : null}
          {status === 'active' ? (
            <Link className="button-quiet" to={paths.cancelPlan}>
              Cancel Plan
            </Link>
          ) : null}
          {status === 'pending_cancellation' ? (
            <Form action={paths.refundsTab('cancel')} method="post">
              <IntentButton value="keep">Keep my plan</IntentButton>
            </Form>
          ) : null}
        </div>
      </div>
    </TitledCard>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 sm:grid sm:justify-start sm:gap-1">
      <dt className="text-xs text-faint">{label}</dt>
      <dd className="text-right text-sm sm:text-left">{children}</dd>
    </div>
  );
}
