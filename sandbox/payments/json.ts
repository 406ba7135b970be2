import { faultSettingNames } from './behaviours.ts';
import type { Payments } from './payments.ts';

const maxListed = 1_000;

/** All data of the provider, newest first, for tests to compare with the product's. */
export function paymentsJson(payments: Payments) {
  const { ledger, webhooks, faultSettings } = payments;
  const settings = faultSettingNames.map((name) => {
    const { behaviour, remaining, ms } = faultSettings[name].setting();
    return [name, { behaviour, count: remaining, ms }];
  });
  const events = webhooks.list();
  return {
    sums: payments.sums(),
    settings: Object.fromEntries(settings),
    orders: ledger.orders.list().slice(0, maxListed),
    payments: ledger.payments.list().slice(0, maxListed),
    refunds: ledger.refunds.list().slice(0, maxListed),
    webhooks: events
      .slice(0, maxListed)
      .map(({ id, event, orderId, paymentId, state, tries, answer, at }) => ({
        id,
        event,
        order_id: orderId,
        payment_id: paymentId,
        state,
        tries,
        answer,
        at: new Date(at).toISOString(),
      })),
    webhookCounts: {
      events: events.length,
      sent: events.reduce((sum, { tries }) => sum + tries, 0),
      delivered: events.filter(({ state }) => state === 'delivered').length,
      held: webhooks.held().length,
    },
  };
}
