import { Link } from '@remix-run/react';
import { Icon } from '#app/components/icon.tsx';
import type { PlanOutput } from '#domain/billing/plans/contract.ts';
import type { PlanButton } from './plan-button.ts';

type PlanCardProps = {
  plan: PlanOutput;
  /** What stands in the price's place where it is agreed on. */
  askUs: string;
  button: PlanButton;
  /** The level of its name among the headings of the page. */
  heading: 'h2' | 'h3';
};

/** A plan that is offered: what it costs, what is in it, and how to get it. */
export function PlanCard({ plan, askUs, button, heading: Heading }: PlanCardProps) {
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
          <Price askUs={askUs} plan={plan} />
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

/** What a plan costs, and for how long. */
export function Price({ plan, askUs }: Pick<PlanCardProps, 'plan' | 'askUs'>) {
  if (plan.numericPrice === 0) return <p className="text-lg leading-10 tracking-tight">{askUs}</p>;
  return (
    <p className="flex items-baseline gap-2 text-xl leading-10 tracking-tight tabular-nums">
      {plan.price}
      {plan.period ? (
        <span className="text-sm tracking-normal text-faint">per {plan.period}</span>
      ) : null}
    </p>
  );
}

/** What is in a plan. */
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
