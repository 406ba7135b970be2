import { HiddenFields } from '#app/forms/hidden-fields.tsx';
import type { Checkout } from './contract.ts';

type HostedFormProps = {
  checkout: Checkout;
  /** Whether it is an alternative to the dialog. */
  quiet: boolean;
};

/** A form that leads to the provider's payment page, without JavaScript (Razorpay, Hosted Checkout). */
export function HostedForm({ checkout, quiet }: HostedFormProps) {
  const fields = {
    key_id: checkout.key,
    order_id: checkout.orderId,
    amount: String(checkout.amount),
    currency: checkout.currency,
    name: checkout.name,
    description: checkout.description,
    'prefill[name]': checkout.prefill.name,
    'prefill[email]': checkout.prefill.email,
    callback_url: checkout.callbackUrl,
    cancel_url: checkout.cancelUrl,
  };
  return (
    <form action={checkout.hostedUrl} className="grid gap-3" method="post">
      <HiddenFields fields={fields} />
      {quiet ? null : (
        <p className="text-sm" role="status">
          Your order is ready. You will pay on Razorpay’s page and then return here.
        </p>
      )}
      <button className={quiet ? 'button-quiet min-h-10' : 'button-primary'} type="submit">
        {quiet ? 'Pay on Razorpay’s page instead' : 'Continue to payment'}
      </button>
    </form>
  );
}
