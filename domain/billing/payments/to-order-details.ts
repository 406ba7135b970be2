import type { Order, Payment, Plan, Refund } from '#prisma/generated/client.ts';
import type { OrderDetails } from './contract.browser.ts';

type Row = Order & { plan: Pick<Plan, 'name'>; payments: Payment[]; refunds: Refund[] };

/** The payments and the latest refund are read with an order. */
export const orderDetailsInclude = {
  plan: { select: { name: true } },
  payments: { orderBy: { createdAt: 'desc' } },
  refunds: { orderBy: { id: 'desc' }, take: 1 },
} as const;

export function toOrderDetails(row: Row): OrderDetails {
  const { id, status, planId, amountPaise, createdAt, paidAt } = row;
  const payment = row.payments.find((one) => one.id === row.paymentId) ?? row.payments[0];
  const refund = row.refunds[0] ?? null;
  const isDeclined =
    status === 'pending' &&
    row.payments.length > 0 &&
    row.payments.every((attempt) => attempt.status === 'failed');
  return {
    ...{ id, status, isDeclined, planId, planName: row.plan.name, amountPaise, createdAt, paidAt },
    paymentId: row.paymentId ?? payment?.id ?? null,
    method: payment?.method ?? null,
    failure: status === 'completed' ? null : (payment?.failure ?? null),
    refund: refund && {
      status: refund.status,
      createdAt: refund.createdAt,
      settledAt: refund.settledAt,
    },
  };
}
