import type { ReactNode } from 'react';
import { mailto } from '#app/components/links.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { type Toast, useShowToast } from '#app/components/toasts.tsx';
import { SubmitLine } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { FieldErrors, TextArea } from '#app/forms/field.tsx';
import { parseForm } from '#app/forms/parse-form.ts';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import type { OrderDetails } from '#domain/billing/payments/contract.browser.ts';
import { refundInput } from '#domain/billing/payments/contract.browser.ts';
import { cancelInput } from '#domain/billing/subscriptions/contract.browser.ts';
import { formatRupees, formatShortDate } from '#domain/shared/format.browser.ts';

const describeOrder = ({ planName, amountPaise, paidAt, createdAt }: OrderDetails) =>
  `${planName}, ${formatRupees(amountPaise)}, ${formatShortDate(paidAt ?? createdAt)}`;

/**
 * The refund form for paid orders.
 *
 * @param orders the refundable orders
 */
export function RefundForm({ orders }: { orders: OrderDetails[] }) {
  const { form, fields } = useValidatedForm({ id: 'refund', schema: refundForm });
  const showToast = useShowToast();
  // With JavaScript, the browser shows the toast; otherwise the server adds it.
  const showMissingReason = (element: HTMLFormElement) => {
    const { error } = parseForm(new FormData(element), refundForm).reply();
    if (error?.reason) showToast(reasonMissing(error.reason));
  };
  const [first] = orders;
  return (
    <section aria-labelledby="refund-title" className="grid content-start gap-4">
      <h2 className="text-lg leading-snug font-medium" id="refund-title">
        Request a refund
      </h2>
      <ValidatedForm
        fallback={fallbacks.other}
        form={form}
        intent="refund"
        onSend={showMissingReason}
      >
        {orders.length === 1 && first ? (
          <p>
            For <span className="font-medium">{describeOrder(first)}</span>.
            <input name={fields.orderId.name} type="hidden" value={first.id} />
          </p>
        ) : (
          <div className="grid gap-1.5">
            <label className="text-sm font-medium" htmlFor={fields.orderId.id}>
              Payment
            </label>
            <select
              className="input"
              defaultValue={fields.orderId.initialValue}
              id={fields.orderId.id}
              name={fields.orderId.name}
            >
              {orders.map((order) => (
                <option key={order.id} value={order.id}>
                  {describeOrder(order)}
                </option>
              ))}
            </select>
            <FieldErrors errors={fields.orderId.errors} id={fields.orderId.errorId} />
          </div>
        )}
        <TextArea field={fields.reason} label="Reason for the refund" />
        <SubmitLine busy="Submitting...">Request Refund</SubmitLine>
      </ValidatedForm>
    </section>
  );
}

type Refund = NonNullable<OrderDetails['refund']>;

const statuses: Record<
  Refund['status'],
  { colour: string; describe: (refund: Refund) => ReactNode }
> = {
  requested: {
    colour: 'text-waiting',
    describe: () => 'We are reviewing your request and will email you within 3-5 business days.',
  },
  pending: {
    colour: 'text-waiting',
    describe: () => 'Approved. Razorpay is returning the money.',
  },
  processed: {
    colour: 'text-good',
    describe: ({ settledAt }) => (
      <>
        Refunded{settledAt ? <> on {<Timestamp at={settledAt} />}</> : null}. Your bank may take a
        few days more to show it.
      </>
    ),
  },
  declined: {
    colour: 'text-bad',
    describe: ({ settledAt }) => (
      <>
        Declined{settledAt ? <> on {<Timestamp at={settledAt} />}</> : null}. We have emailed you
        the reason.
      </>
    ),
  },
  failed: {
    colour: 'text-bad',
    describe: () =>
      'Razorpay could not return the money. We are looking into this. You can request the refund again.',
  },
};

/** The refund requests and their status. */
export function RefundStates({ orders }: { orders: OrderDetails[] }) {
  return (
    <section aria-labelledby="refunds-title" className="grid gap-3">
      <h2 className="text-lg leading-snug font-medium" id="refunds-title">
        Your requests
      </h2>
      <ul className="card divide-y divide-line">
        {orders.map(({ id, planName, amountPaise, refund }) =>
          refund ? (
            <li className="grid gap-1 px-5 py-4 text-sm" key={id}>
              <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                <span className="font-medium">
                  {planName}, {formatRupees(amountPaise)}
                </span>
                <span className={`stamp ${statuses[refund.status].colour}`}>{refund.status}</span>
              </p>
              <p className="text-faint">
                Requested on <Timestamp at={refund.createdAt} />.{' '}
                {statuses[refund.status].describe(refund)}
              </p>
            </li>
          ) : null,
        )}
      </ul>
    </section>
  );
}

type ByEmailProps = {
  title: string;
  supportEmail: string;
  subject: string;
  /** What the request must say: shown as a list, and as the first lines of the prepared email. */
  questions: readonly string[];
  action: string;
  children: ReactNode;
};

/** Explains how to send the request by email, with a link to a prepared email. */
export function ByEmail({
  title,
  supportEmail,
  subject,
  questions,
  action,
  children,
}: ByEmailProps) {
  const body = questions.map((question) => `${question}: `).join('\n');
  return (
    <section aria-labelledby="by-mail" className="grid content-start gap-4">
      <h2 className="text-lg leading-snug font-medium" id="by-mail">
        {title}
      </h2>
      <p>{children}</p>
      <ul className="list-disc pl-5">
        {questions.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
      <p className="pt-2">
        <a className="button-primary" href={mailto(supportEmail, { subject, body })}>
          {action}
        </a>
      </p>
      <OrByEmail subject={subject} supportEmail={supportEmail} />
    </section>
  );
}

/** A line that offers email as an alternative to a form. */
export function OrByEmail({
  supportEmail,
  subject,
}: Pick<ByEmailProps, 'supportEmail' | 'subject'>) {
  return (
    <p className="text-sm text-faint">
      Or email{' '}
      <a className="link" href={mailto(supportEmail, { subject })}>
        {supportEmail}
      </a>{' '}
      with the subject “{subject}”.
    </p>
  );
}

export const refundForm = refundInput;

/** The toast of a refund request without a reason. */
export const reasonMissing = (errors: string[]): Toast => ({
  type: 'error',
  title: 'Error',
  message: errors.join(' '),
});

export const cancelForm = cancelInput;
