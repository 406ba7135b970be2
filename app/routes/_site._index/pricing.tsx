import { Link } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { NoPlans, PlansError } from '#app/plans/no-plans.tsx';
import { landingPageButton } from '#app/plans/plan-button.ts';
import { PlanCard } from '#app/plans/plan-card.tsx';
import type { PlanOutput } from '#domain/billing/plans/contract.ts';

/** The pricing section, for visitors. */
export function Pricing({ plans }: { plans: PlanOutput[] | null }) {
  return (
    <section className="grid gap-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 className="font-serif text-2xl leading-none">What it costs</h2>
        <Link className="link text-sm" to={paths.plans}>
          Compare the plans
        </Link>
      </div>
      <Offer plans={plans} />
    </section>
  );
}

function Offer({ plans }: { plans: PlanOutput[] | null }) {
  if (!plans) return <PlansError again={paths.home} />;
  if (plans.length === 0) return <NoPlans />;
  return (
    <ul className="grid gap-6 md:grid-cols-3">
      {plans.map((plan) => (
        <PlanCard
          contactLabel="Contact with Team"
          button={landingPageButton(plan, false)}
          heading="h3"
          key={plan._id}
          plan={plan}
        />
      ))}
    </ul>
  );
}
