import { useActionData } from '@remix-run/react';
import { Timestamp } from '#app/components/timestamp.tsx';
import { SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { Field, Select, TextArea } from '#app/forms/field.tsx';
import { PanelForm, useValidatedForm } from '#app/forms/validated-form.tsx';
import { ReasonPanel } from '#app/operator/act-forms.tsx';
import type { GivablePlan } from '#domain/billing/plans/read-plans.ts';
import type { SeenText } from '#domain/messaging/support/act-on-account.ts';
import { amountsForm, planForm } from '#domain/messaging/support/contract.browser.ts';
import type { AccountView } from '#domain/messaging/support/read-account.ts';
import { suspensionInput } from '#domain/messaging/suspensions/contract.browser.ts';

type AccountActsProps = {
  account: Pick<AccountView, 'suspension' | 'hasSecondFactor'>;
  /** Which forms the operator's role includes. */
  may: Record<
    'suspend' | 'sign_out' | 'reset_factors' | 'texts' | 'lower' | 'credit' | 'plan',
    boolean
  >;
  plans: GivablePlan[];
};

const reasonHint = 'Kept in the audit trail, which the owner of the account can read.';

const panel = { fallback: fallbacks.account, hint: reasonHint, inRow: true };

/** The state of an account, and the forms that change it. Each form asks for a reason. */
export function AccountActs({ account, may, plans }: AccountActsProps) {
  const { suspension } = account;
  const texts = useActionData<{ texts?: SeenText[] }>()?.texts;
  return (
    <>
      {suspension ? (
        <section
          aria-label="Suspension"
          className="grid gap-1 rounded-md border border-bad/40 bg-bad/5 px-4 py-3 text-sm [overflow-wrap:anywhere]"
        >
          <p>
            <span className="font-medium text-bad">Suspended</span> since{' '}
            <Timestamp at={suspension.suspendedAt} /> by {suspension.suspendedBy}:{' '}
            {suspension.reason}
          </p>
          <p className="text-faint">The owner sees this notice: {suspension.notice}</p>
        </section>
      ) : null}
      <div className="relative flex flex-wrap gap-2">
        {may.suspend && !suspension ? <SuspendForm /> : null}
        {may.suspend && suspension ? (
          <ReasonPanel {...panel} intent="resume" label="Resume">
            Held messages are sent at once. API calls can send again. The owner gets an email.
          </ReasonPanel>
        ) : null}
        {may.lower ? <AmountsForm intent="lower" /> : null}
        {may.credit ? <AmountsForm intent="credit" /> : null}
        {may.plan ? <PlanForm plans={plans} /> : null}
        {may.sign_out ? (
          <ReasonPanel {...panel} intent="sign-out" label="End sessions">
            Signs the owner out of all browsers and programs. Keys still work.
          </ReasonPanel>
        ) : null}
        {may.reset_factors && account.hasSecondFactor ? (
          <ReasonPanel {...panel} intent="reset-factors" label="Reset factors">
            Removes the second factors after 72 hours, for an owner who has lost them. The owner
            gets an email at once, and can stop the removal. First check who is asking.
          </ReasonPanel>
        ) : null}
        {may.texts ? (
          <ReasonPanel {...panel} intent="texts" label="Show texts">
            Shows the texts of the newest messages. The owner sees under Privacy that an operator
            has read them.
          </ReasonPanel>
        ) : null}
      </div>
      {texts ? <Texts texts={texts} /> : null}
    </>
  );
}

function SuspendForm() {
  const { form, fields } = useValidatedForm({ id: 'suspend', schema: suspensionInput });
  return (
    <PanelForm
      inRow
      buttonClassName="button-quiet text-bad"
      form={form}
      intent="suspend"
      label="Suspend"
    >
      <p className="text-sm">
        Within a second, the account can no longer send. Queued messages are held, and expire when
        their validity ends. Unsent codes are cancelled.
      </p>
      <TextArea
        field={fields.notice}
        hint="Emailed to the owner, and shown on each page of the owner’s dashboard."
        label="Notice to the owner"
      />
      <Field field={fields.reason} hint={reasonHint} label="Reason" />
      <SubmitLine>Suspend the account</SubmitLine>
    </PanelForm>
  );
}

const amounts = {
  credit: {
    label: 'Credit',
    text: 'Raises the limits of the current usage month. The credit ends with the month.',
  },
  lower: {
    label: 'Lower limits',
    text: 'Lowers the limits of the current usage month. Messages and API calls that are already used cannot be taken away. The next month has the limits of the plan.',
  },
};

/** Raises or lowers the limits of the current month. */
function AmountsForm({ intent }: { intent: keyof typeof amounts }) {
  const { form, fields } = useValidatedForm({
    ...{ id: intent, schema: amountsForm },
    defaultValue: { messages: '0', apiCalls: '0' },
  });
  const { label, text } = amounts[intent];
  return (
    <PanelForm inRow form={form} intent={intent} label={label}>
      <p className="text-sm">{text}</p>
      <Field field={fields.messages} label="Messages" />
      <Field field={fields.apiCalls} label="API calls" />
      <Field field={fields.reason} hint={reasonHint} label="Reason" />
      <SubmitLine>{label}</SubmitLine>
    </PanelForm>
  );
}

function PlanForm({ plans }: { plans: GivablePlan[] }) {
  const { form, fields } = useValidatedForm({
    ...{ id: 'plan', schema: planForm },
    defaultValue: { plan: plans[0]?.id, months: '1' },
  });
  return (
    <PanelForm inRow form={form} intent="plan" label="Change plan">
      <p className="text-sm">
        Gives a plan without a payment. To take such a plan away, choose the default plan. A paid
        plan is not changed: refund its order first.
      </p>
      <Select
        field={fields.plan}
        label="Plan"
        options={plans.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Field field={fields.months} label="Months" />
      <Field field={fields.reason} hint={reasonHint} label="Reason" />
      <SubmitLine>Change the plan</SubmitLine>
    </PanelForm>
  );
}

const Texts = ({ texts }: { texts: SeenText[] }) => (
  <section aria-labelledby="texts-title" className="card grid gap-3 p-5">
    <h2 className="text-sm font-medium" id="texts-title">
      Texts of the newest messages
    </h2>
    <ul className="grid gap-3 text-sm">
      {texts.map(({ id, recipient, content, createdAt }) => (
        <li className="grid gap-0.5" key={id}>
          <span className="text-xs text-faint">
            {recipient}, <Timestamp at={new Date(createdAt)} />
          </span>
          <span className="break-words whitespace-pre-line">
            {content ?? 'The text is not stored.'}
          </span>
        </li>
      ))}
    </ul>
  </section>
);
