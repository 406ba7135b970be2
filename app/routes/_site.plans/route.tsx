import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { loadFreePlan, loadPlans, loadPlanViewer } from '#app/plans/load-plans.server.ts';
import { NoPlans, PlansError } from '#app/plans/no-plans.tsx';
import { type PlanViewer, planPageButton } from '#app/plans/plan-button.ts';
import { PlanCard } from '#app/plans/plan-card.tsx';
import { PageHeader } from '#app/site/page-header.tsx';
import { publicPageMeta } from '#app/site/public-page-meta.ts';
import type { PlanOutput } from '#domain/billing/plans/contract.ts';
import { Comparison } from './comparison.tsx';
import { Faq } from './faq.tsx';

export const meta: MetaFunction = (args) =>
  publicPageMeta(
    {
      title: 'Plans and prices',
      description:
        'What Dakiya costs a month in rupees, how many messages and API calls a plan has, and what happens at its limit.',
    },
    args,
  );

export async function loader({ request }: LoaderFunctionArgs) {
  const plans = await loadPlans();
  if (!plans) return data({ plans, viewer: anonymous, free: null }, { status: 503 });
  const [viewer, free] = await Promise.all([loadPlanViewer(request), loadFreePlan()]);
  return data({ plans, viewer, free });
}

const anonymous: PlanViewer = { signedIn: false, currentPlanId: null };

export default function Plans() {
  const { plans, viewer, free } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-16">
      <PageHeader
        lead="Every plan sends messages and one-time passwords through the same API. They differ in how many."
        title="Choose Your Plan"
      >
        <a className="button-quiet" href="#faq">
          View FAQ
        </a>
      </PageHeader>
      <Offer plans={plans} viewer={viewer} />
      <Faq free={free} />
    </div>
  );
}

function Offer({ plans, viewer }: { plans: PlanOutput[] | null; viewer: PlanViewer }) {
  if (!plans) return <PlansError again={paths.plans} />;
  if (plans.length === 0) return <NoPlans />;
  return (
    <>
      <ul className="grid gap-6 md:grid-cols-3">
        {plans.map((plan) => (
          <PlanCard
            contactLabel="Contact Team"
            button={planPageButton(plan, viewer)}
            heading="h2"
            key={plan._id}
            plan={plan}
          />
        ))}
      </ul>
      <Comparison plans={plans} />
    </>
  );
}
