import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon } from '#app/components/icons.tsx';
import { PrimaryLink, QuietLink } from '#app/components/links.tsx';
import { TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { IntentButton } from '#app/forms/buttons.tsx';
import { paths } from '#app/paths.ts';
import { SubscriptionStamp } from '#app/plans/plan-card.tsx';
import { describePlan } from '#app/plans/plans.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { useSignedInUser } from '#app/session/use-signed-in-user.ts';
import { loadUsage } from '#app/usage/load-usage.server.ts';
import { UsageBar, UsageMonth } from '#app/usage/usage-bar.tsx';
import {
  renewableDays,
  type SubscriptionOutput,
} from '#domain/billing/subscriptions/contract.browser.ts';
import {
  getLatestSubscription,
  isRenewable,
} from '#domain/billing/subscriptions/get-subscription.ts';
import { formatCount } from '#domain/shared/format.browser.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'plan-details' };
export const meta = screenMeta('plan-details');

/** Loads the usage, the latest subscription, and whether it can be renewed. */
export async function loader({ request }: LoaderFunctionArgs) {
  const signedIn = await requireSignedInUser(request);
  const { userId } = signedIn;
  const [usage, subscription] = await Promise.all([
    loadUsage(signedIn),
    getLatestSubscription(userId),
  ]);
  const renewable = subscription !== null && (await isRenewable(userId, subscription.planId));
  return { usage, subscription, renewable };
}

export default function PlanScreen() {
  const { usage, subscription, renewable } = useLoaderData<typeof loader>();
  const user = useSignedInUser();
  const plan = describePlan(user);
  const facts = [
    ['Monthly Price', plan.price],
    ['API Calls per month', formatCount(plan.apiCalls)],
    ['Message Limit per month', formatCount(plan.monthlylimit)],
  ];
  return (
    <div className="card-columns">
      {user.messageCount >= user.monthlyMessageLimit ? <LimitReachedNotice /> : null}
      <section aria-labelledby="plan-title" className="card">
        <div className="flex flex-wrap items-center justify-between gap-4 border-b border-line px-5 py-4">
          <div className="grid gap-1">
            <h2 className="font-medium" id="plan-title">
              {plan.name}
            </h2>
            <p className="text-sm text-faint">{plan.description}</p>
          </div>
          <PrimaryLink to={paths.plans}>Upgrade Plan</PrimaryLink>
        </div>
        <dl className="grid divide-y divide-line border-b border-line sm:grid-cols-3 sm:divide-x sm:divide-y-0">
          {facts.map(([label, value]) => (
            <div
              className="flex items-baseline justify-between gap-4 px-5 py-3 sm:grid sm:justify-start sm:gap-1 sm:py-4"
              key={label}
            >
              <dt className="text-xs text-faint">{label}</dt>
              <dd className="tabular-nums sm:text-lg">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="grid gap-3 px-5 py-4">
          <h3 className="text-sm text-faint">{plan.extent}</h3>
          <ul className="grid gap-2 text-sm sm:grid-cols-2">
            {plan.features.map((text) => (
              <li className="flex gap-2" key={text}>
                <span className="text-faint">
                  <Icon name="done" />
                </span>
                {text}
              </li>
            ))}
          </ul>
        </div>
      </section>
      {subscription ? <Subscription renewable={renewable} subscription={subscription} /> : null}
      <TitledCard heading="h2" id="used" title="Used this month">
        <div className="grid gap-5 p-5">
          <UsageBar label="Messages" limit={usage.messageLimit} used={usage.messagesUsed} />
          <UsageBar label="API calls" limit={usage.apiCallLimit} used={usage.apiCallsUsed} />
          <p className="text-xs text-faint">
            A quota unit is one segment: a text of three segments uses three messages.{' '}
            <UsageMonth {...usage} />
          </p>
        </div>
      </TitledCard>
    </div>
  );
}

/** Warns that the monthly message limit is reached. */
function LimitReachedNotice() {
  return (
    <section
      aria-labelledby="limit-reached"
      className="grid gap-1 rounded-md border border-bad/40 bg-bad/5 px-4 py-3 text-sm"
    >
      <h2 className="font-medium text-bad" id="limit-reached">
        Usage Limit Reached
      </h2>
      <p>
        You have reached your monthly message limit. Please consider upgrading your plan to continue
        sending.
      </p>
    </section>
  );
}

type SubscriptionProps = {
  subscription: SubscriptionOutput;
  /** Whether the subscription can be renewed now. */
  renewable: boolean;
};

/** The subscription's status and dates, with buttons to renew, cancel or keep it. */
function Subscription({ subscription, renewable }: SubscriptionProps) {
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
          {status === 'active' ? <Detail label="Ends on">{ends}</Detail> : null}
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
            <QuietLink to={paths.payment(planId)}>
              {status === 'expired' ? `Get ${plan} again` : `Renew ${plan}`}
            </QuietLink>
          ) : null}
          {status === 'active' ? <QuietLink to={paths.cancelPlan}>Cancel Plan</QuietLink> : null}
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
