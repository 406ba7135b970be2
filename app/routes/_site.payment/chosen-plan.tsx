import type { ReactNode } from 'react';
import { NarrowPage } from '#app/components/narrow-page.tsx';
import { PlanFeatures, Price } from '#app/plans/plan-card.tsx';
import type { PlanOutput } from '#domain/billing/plans/contract.ts';

/** The selected plan with its price and features. */
export function ChosenPlan({ plan, children }: { plan: PlanOutput; children: ReactNode }) {
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
