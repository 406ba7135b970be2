import { Link, useLoaderData } from '@remix-run/react';
import { CardCell, CardRow, CardTable } from '#app/components/lists.tsx';
import type { OperatorHandle } from '#app/operator/operator-pages.ts';
import { loadForOperator } from '#app/operator/operator-route.server.ts';
import { MoneyTabs } from '#app/operator/page-parts.tsx';
import { paths } from '#app/paths.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { listOfferedPlans } from '#domain/billing/back-office/replace-plan.ts';
import { hasPermission } from '#domain/identity/operators/permissions.ts';
import { formatCount, formatPrice } from '#domain/shared/format.browser.ts';

export { OperatorPageError as ErrorBoundary } from '#app/operator/operator-error.tsx';
export const handle: OperatorHandle = { operatorPage: 'money', nameOf: () => 'Plans' };
export const meta = () => noIndexMeta('Plans');

export const loader = loadForOperator('money.read', async ({ role }) => ({
  plans: await listOfferedPlans(),
  mayWrite: hasPermission(role, 'plans.write'),
}));

/** The current version of each plan. */
export default function PlansPage() {
  const { plans, mayWrite } = useLoaderData<typeof loader>();
  return (
    <div className="@container grid gap-5">
      <MoneyTabs open="plans" />
      <p className="max-w-prose text-sm text-faint">
        A plan is not changed: instead, a new version of it is offered. Accounts keep the version
        that they paid for until their paid period ends.
      </p>
      <CardTable
        caption="Plans on offer, and the default plan"
        columns={['Plan', 'Price a month', 'Messages', 'API calls', 'Accounts', 'Action']}
      >
        {plans.map((plan) => (
          <CardRow className="grid grid-cols-2 gap-y-1 py-2" key={plan.id}>
            <CardCell label="Plan" wide>
              <span className="font-medium">{plan.name}</span>{' '}
              <span className="text-xs text-faint">
                v{plan.version}
                {plan.isDefault ? ', default' : ''}
                {plan.isContactSales ? ', by our sales team' : ''}
              </span>
            </CardCell>
            <CardCell label="Price a month">
              {plan.pricePaise > 0 ? formatPrice(plan.pricePaise) : '–'}
            </CardCell>
            <CardCell label="Messages">{formatCount(plan.messageLimit)}</CardCell>
            <CardCell label="API calls">{formatCount(plan.apiCallLimit)}</CardCell>
            <CardCell label="Accounts">
              {plan.isDefault ? 'all without a paid plan' : formatCount(plan.periods)}
              {plan.earlierPeriods > 0
                ? `, ${formatCount(plan.earlierPeriods)} on earlier versions`
                : null}
            </CardCell>
            <CardCell wide>
              {mayWrite ? (
                <Link className="link" to={paths.operatorPlan(plan.id)}>
                  New version<span className="sr-only"> of {plan.name}</span>
                </Link>
              ) : null}
            </CardCell>
          </CardRow>
        ))}
      </CardTable>
    </div>
  );
}
