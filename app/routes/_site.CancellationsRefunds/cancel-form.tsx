import { Link } from '@remix-run/react';
import { Timestamp } from '#app/components/timestamp.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { TextArea } from '#app/forms/field.tsx';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import type { FreePlan } from '#app/plans/load-plans.server.ts';
import type { SubscriptionOutput } from '#domain/billing/subscriptions/contract.browser.ts';
import { formatCount } from '#domain/shared/format-number.browser.ts';
import { cancelForm } from './forms.ts';

type CancelFormProps = {
  subscription: SubscriptionOutput;
  /** The plan after it. */
  free: FreePlan;
};

/** Explains the consequences of cancelling, with the form that cancels. */
export function CancelForm({ subscription, free }: CancelFormProps) {
  const { form, fields, reply } = useValidatedForm({ id: 'cancel', schema: cancelForm });
  const { plan, expiryDate } = subscription;
  return (
    <section aria-labelledby="cancel-title" className="card grid gap-4 px-5 py-4">
      <h2 className="font-medium" id="cancel-title">
        {`Cancel ${plan}?`}
      </h2>
      <ul className="grid list-disc gap-1 pl-5 text-sm">
        <li>
          {plan}, its limits and your API keys work until <Timestamp at={new Date(expiryDate)} />.
        </li>
        <li>
          {`After that your account is on ${free.name}, with ${formatCount(free.messages)} messages and ${formatCount(free.apiCalls)} API calls a month.`}
        </li>
        <li>Cancelling does not refund this payment, and we will not remind you to renew.</li>
        <li>Until that day you can change your mind.</li>
      </ul>
      <ValidatedForm fallback={fallbacks.other} form={form} intent="cancel" reply={reply}>
        <TextArea field={fields.reason} label="Reason (optional)" />
        <div className="flex flex-wrap gap-3">
          <SubmitButton busy="Cancelling...">Cancel my plan</SubmitButton>
          <Link
            className="button-quiet min-h-10"
            preventScrollReset
            to={paths.refundsTab('cancel')}
          >
            Keep my plan
          </Link>
        </div>
      </ValidatedForm>
    </section>
  );
}
