import { useLoaderData } from '@remix-run/react';
import { TitledCard } from '#app/components/sections.tsx';
import { confirmFirst } from '#app/dashboard/screen-route.tsx';
import { SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field, TextArea } from '#app/forms/field.tsx';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import type { OperatorHandle } from '#app/operator/operator-pages.ts';
import { actForOperator, formAct, loadForOperator } from '#app/operator/operator-route.server.ts';
import { paths } from '#app/paths.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import { planVersionInput } from '#domain/billing/back-office/contract.browser.ts';
import { listOfferedPlans, replacePlan } from '#domain/billing/back-office/replace-plan.ts';

export { OperatorPageError as ErrorBoundary } from '#app/operator/operator-error.tsx';
export const handle: OperatorHandle = {
  operatorPage: 'money',
  list: { label: 'Plans', to: paths.operatorPlans },
  nameOf: (view) => `New version of ${(view as { plan: { name: string } }).plan.name}`,
};
export const meta = () => noIndexMeta('New version of a plan');

const formId = 'plan';

export const loader = loadForOperator('plans.write', async (_, { params }) => {
  const plan = (await listOfferedPlans()).find(({ id }) => id === params.planId);
  if (!plan) throw new Response(null, { status: 404 });
  return { plan };
});

export const action = actForOperator({
  'plan.replace': formAct({
    permission: 'plans.write',
    schema: planVersionInput,
    fallback: fallbacks.replacePlan,
    formId: () => formId,
    run: async (input, { params }) => {
      await replacePlan(params.planId ?? '', input);
      return redirectDone(paths.operatorPlans, 'New version on offer');
    },
  }),
});

export default confirmFirst(PlanPage, { hasHeading: true });

/** The form of a new version, filled in with the current one. */
function PlanPage() {
  const { plan } = useLoaderData<typeof loader>();
  const { form, fields } = useValidatedForm({
    id: formId,
    schema: planVersionInput,
    defaultValue: {
      description: plan.description,
      price: String(plan.pricePaise / 100),
      messageLimit: String(plan.messageLimit),
      apiCallLimit: String(plan.apiCallLimit),
      features: plan.features.join('\n'),
    },
  });
  return (
    <div className="@container">
      <TitledCard
        className="max-w-2xl"
        heading="h2"
        id="plan"
        text={`Version ${plan.version + 1} is offered at once, and version ${plan.version} is no longer offered. ${plan.isDefault ? 'Accounts without a paid plan get the new limits from their next month.' : 'Paid periods keep their version; the next payment buys the new version.'}`}
        title={plan.name}
      >
        <ValidatedForm
          className="grid gap-5 p-5"
          fallback={fallbacks.replacePlan}
          form={form}
          intent="plan.replace"
        >
          <Field field={fields.description} label="Description" />
          <div className="grid gap-5 @2xl:grid-cols-3">
            <Field field={fields.price} hint="₹ a month, with tax" label="Price" />
            <Field field={fields.messageLimit} hint="Segments a month" label="Messages" />
            <Field field={fields.apiCallLimit} hint="A month" label="API calls" />
          </div>
          <TextArea field={fields.features} hint="One per line" label="Features" />
          <Field field={fields.reason} hint="For the audit trail" label="Reason" />
          <SubmitLine busy="Saving...">Offer the new version</SubmitLine>
        </ValidatedForm>
      </TitledCard>
    </div>
  );
}
