import type { Section } from './section.ts';

const byId: Section['key'] = [['id', 'text']];
const ofOrders = 'order_id IN (SELECT id FROM orders WHERE user_id = $1)';

/** What `billing` stores about an account. */
export const billingSections: Section[] = [
  {
    name: 'subscriptions',
    columns: `id, (SELECT name FROM plans WHERE id = plan_id) AS plan, status, started_at, expires_at, order_id,
      cancelled_at, cancel_reason`,
    from: 'subscriptions',
    key: byId,
  },
  {
    name: 'usage_periods',
    columns: 'id, starts_at, ends_at, message_limit, messages_used, api_call_limit, api_calls_used',
    from: 'usage_periods',
    key: byId,
  },
  {
    name: 'orders',
    columns: `id, (SELECT name FROM plans WHERE id = plan_id) AS plan, amount_paise, status, provider_order_id,
      payment_id, created_at, paid_at`,
    from: 'orders',
    key: byId,
  },
  {
    name: 'payments',
    columns: 'id, order_id, status, amount_paise, currency, method, failure, created_at',
    from: 'payments',
    where: ofOrders,
    key: byId,
  },
  {
    name: 'refunds',
    columns:
      'id, order_id, amount_paise, reason, status, provider_refund_id, created_at, settled_at',
    from: 'refunds',
    where: ofOrders,
    key: byId,
  },
  {
    name: 'invoices',
    columns: 'order_id, number, issued_at, total_paise, details',
    from: 'invoices',
    where: ofOrders,
    key: [['order_id', 'text']],
  },
];
