import { useShowToast } from '#app/components/toasts.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { FieldErrors, TextArea } from '#app/forms/field.tsx';
import { parseForm } from '#app/forms/parse-form.ts';
import { SubmitLine } from '#app/forms/submit-button.tsx';
import { useValidatedForm } from '#app/forms/use-validated-form.ts';
import { ValidatedForm } from '#app/forms/validated-form.tsx';
import type { OrderDetails } from '#domain/billing/payments/contract.browser.ts';
import { formatShortDate } from '#domain/shared/days-in-india.browser.ts';
import { formatRupees } from '#domain/shared/format-number.browser.ts';
import { reasonMissing, refundForm } from './forms.ts';

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
  // With JavaScript the browser shows the toast; without, the server does.
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
