import { Link } from '@remix-run/react';
import { Icon } from '#app/components/icons.tsx';
import { QuietLink } from '#app/components/links.tsx';
import { paths } from '#app/paths.ts';
import type { PlanOutput } from '#domain/billing/plans/read-plans.ts';
import type { SubscriptionOutput } from '#domain/billing/subscriptions/contract.browser.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import type { FreePlan } from './load-plans.server.ts';
import type { PlanButton } from './plans.ts';

type PlanCardProps = {
  plan: PlanOutput;
  /** Shown instead of the price of a contact-sales plan. */
  contactLabel: string;
  button: PlanButton;
  /** The heading level of the plan's name. */
  heading: 'h2' | 'h3';
};

/** A plan on offer: price, features and button. */
export function PlanCard({ plan, contactLabel, button, heading: Heading }: PlanCardProps) {
  const edge = plan.recommended ? 'airmail-edge' : 'h-1.5';
  return (
    <li className="card flex flex-col overflow-hidden">
      <div aria-hidden="true" className={edge} />
      <div className="flex flex-1 flex-col gap-6 p-6">
        <div className="grid gap-2">
          <div className="flex items-center justify-between gap-3">
            <Heading className="font-medium">{plan.name}</Heading>
            {plan.recommended ? (
              <span className="text-xs font-medium text-airmail">Recommended</span>
            ) : null}
          </div>
          <Price contactLabel={contactLabel} plan={plan} />
          <p className="text-sm text-faint">{plan.description}</p>
        </div>
        <PlanFeatures features={plan.features} />
        <div className="mt-auto grid">
          <Choose button={button} plan={plan} />
        </div>
      </div>
    </li>
  );
}

/** The price of a plan, and its period. */
export function Price({ plan, contactLabel }: Pick<PlanCardProps, 'plan' | 'contactLabel'>) {
  if (plan.numericPrice === 0)
    return <p className="text-lg leading-10 tracking-tight">{contactLabel}</p>;
  return (
    <p className="flex items-baseline gap-2 text-xl leading-10 tracking-tight tabular-nums">
      {plan.price}
      {plan.period ? (
        <span className="text-sm tracking-normal text-faint">per {plan.period}</span>
      ) : null}
    </p>
  );
}

export function PlanFeatures({ features }: Pick<PlanOutput, 'features'>) {
  return (
    <ul className="grid gap-2 text-sm">
      {features.map(({ _id, text }) => (
        <li className="flex gap-2" key={_id}>
          <span className="text-faint">
            <Icon name="done" />
          </span>
          {text}
        </li>
      ))}
    </ul>
  );
}

function Choose({ button: { label, to }, plan }: Pick<PlanCardProps, 'button' | 'plan'>) {
  if (to === null) {
    return (
      <button
        className="min-h-10 rounded-md border border-good/50 bg-good/10 text-sm font-medium text-good"
        disabled
        type="button"
      >
        {label}
      </button>
    );
  }
  return (
    <Link className={plan.recommended ? 'button-primary' : 'button-quiet min-h-10'} to={to}>
      {label}
      <span className="sr-only">: {plan.name}</span>
    </Link>
  );
}

/** The initial plan of every account, shown below the plans on offer. */
export const FreeNote = ({ free }: { free: FreePlan }) => (
  <p className="card flex flex-wrap items-baseline gap-x-4 gap-y-1 px-6 py-4 text-sm">
    <strong className="font-medium">{free.name}</strong>
    <span>
      Every account starts on this plan: {formatCount(free.messages)} messages and{' '}
      {formatCount(free.apiCalls)} API calls a month, at no price and without a card.
    </span>
  </p>
);

/** Shown instead of the plans if they could not be loaded. */
export function PlansError({ again }: { again: string }) {
  return (
    <div className="grid justify-items-start gap-3 rounded-md border border-bad/40 bg-bad/5 p-6">
      <p className="font-medium" role="alert">
        Failed to fetch plans
      </p>
      <p className="text-sm text-faint">
        The plans could not be loaded. Please try again in a moment.
      </p>
      {/* Reloads the whole document. */}
      <Link className="button-quiet" reloadDocument to={again}>
        Try again
      </Link>
    </div>
  );
}

/** The empty state of the plans. */
export function NoPlans() {
  return (
    <div className="card grid justify-items-start gap-3 p-6">
      <p className="font-medium">No plans are available right now</p>
      <p className="text-sm text-faint">
        Existing accounts keep their plan, and new accounts start on Free. To buy a plan, contact
        us.
      </p>
      <QuietLink to={paths.contact}>Contact us</QuietLink>
    </div>
  );
}

type Status = SubscriptionOutput['status'];

const styles: Record<Status, { label: string; colour: string }> = {
  active: { label: 'Active', colour: 'text-good' },
  pending_cancellation: { label: 'Cancellation pending', colour: 'text-waiting' },
  expired: { label: 'Expired', colour: 'text-faint' },
};

export function SubscriptionStamp({ status }: { status: Status }) {
  const { label, colour } = styles[status];
  return <span className={`stamp ${colour}`}>{label}</span>;
}
