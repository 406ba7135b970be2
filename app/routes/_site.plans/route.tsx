import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import { loadPlans } from '#app/plans/load-plans.server.ts';
import { loadReader } from '#app/plans/load-reader.server.ts';
import { PlansEmpty, PlansFailed } from '#app/plans/no-plans.tsx';
import { plansButton, type Reader } from '#app/plans/plan-button.ts';
import { PlanCard } from '#app/plans/plan-card.tsx';
import { pageHead } from '#app/site/page-head.ts';
import { PageHeader } from '#app/site/page-header.tsx';
import type { PlanOutput } from '#domain/billing/plans/contract.ts';
import { Comparison } from './comparison.tsx';
import { Faq } from './faq.tsx';

export const meta: MetaFunction = (args) =>
  pageHead(
    {
      title: 'Plans and prices',
      description:
        'What Dakiya costs a month in rupees, how many messages and API calls a plan has, and what happens at its limit.',
    },
    args,
  );

export async function loader({ request }: LoaderFunctionArgs) {
  const plans = await loadPlans();
  if (!plans) return data({ plans, reader: nobody }, { status: 503 });
  return data({ plans, reader: await loadReader(request) });
}

const nobody: Reader = { signedIn: false, currentPlanId: null };

export default function Plans() {
  const { plans, reader } = useLoaderData<typeof loader>();
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
      <Offer plans={plans} reader={reader} />
      <Faq />
    </div>
  );
}

function Offer({ plans, reader }: { plans: PlanOutput[] | null; reader: Reader }) {
  if (!plans) return <PlansFailed again={paths.plans} />;
  if (plans.length === 0) return <PlansEmpty />;
  return (
    <>
      <ul className="grid gap-6 md:grid-cols-3">
        {plans.map((plan) => (
          <PlanCard
            askUs="Contact Team"
            button={plansButton(plan, reader)}
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
