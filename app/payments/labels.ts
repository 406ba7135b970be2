import type { OrderDetails } from '#domain/billing/payments/contract.browser.ts';

const methods: Record<string, string> = {
  card: 'Card',
  upi: 'UPI',
  netbanking: 'Net banking',
  wallet: 'Wallet',
  emi: 'EMI',
  cardless_emi: 'Cardless EMI',
  paylater: 'Pay later',
  bank_transfer: 'Bank transfer',
};

/** The label of a payment method; an unknown method keeps the provider's name. */
export function paymentMethodLabel(method: string | null): string | null {
  if (!method) return null;
  const spaced = method.replaceAll('_', ' ');
  return methods[method] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** Whether a refund is requested, in progress or done, so that no other can be requested. */
export const hasActiveRefund = ({ refund }: Pick<OrderDetails, 'refund'>) =>
  refund !== null && refund.status !== 'failed' && refund.status !== 'declined';

const dayMs = 24 * 3_600_000;

/** Formats additional time, such as `3 more days`. */
export function formatExtraTime(ms: number): string {
  const [count, unit] =
    ms < dayMs / 2 ? [Math.round(ms / 3_600_000), 'hour'] : [Math.round(ms / dayMs), 'day'];
  if (count === 0) return 'less than an hour more';
  return count === 1 ? `1 more ${unit}` : `${count} more ${unit}s`;
}
