import { DomainError } from '#domain/shared/errors.browser.ts';
import { prisma } from '#platform/db.ts';
import type { Order, Payment, Plan, Refund } from '#prisma/generated/client.ts';
import type { OrderDetails } from './contract.browser.ts';

const orderColumns = {
  id: true,
  userId: true,
  planId: true,
  amountPaise: true,
  providerOrderId: true,
  status: true,
  nextPollAt: true,
  asks: true,
  createdAt: true,
} as const;

/** Finds an order by our id. */
export const findOrder = (id: string) =>
  prisma.order.findUnique({ where: { id }, select: orderColumns });

/** Finds an order by Razorpay's id. */
export const findProviderOrder = (providerOrderId: string) =>
  prisma.order.findUnique({ where: { providerOrderId }, select: orderColumns });

/** The order columns that are needed to settle the order. */
export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

type Row = Order & { plan: Pick<Plan, 'name'>; payments: Payment[]; refunds: Refund[] };

/** Reads an order's payments and its latest refund together with the order. */
const orderDetailsInclude = {
  plan: { select: { name: true } },
  payments: { orderBy: { createdAt: 'desc' } },
  refunds: { orderBy: { id: 'desc' }, take: 1 },
} as const;

function toOrderDetails(row: Row): OrderDetails {
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

/** Returns one of the user's own orders. @throws DomainError `not_found` */
export async function getOrder(userId: string, id: string): Promise<OrderDetails> {
  const row = await prisma.order.findFirst({ where: { id, userId }, include: orderDetailsInclude });
  if (!row) throw new DomainError('not_found');
  return toOrderDetails(row);
}

/** Maximum number of listed orders, far above any account's number of payments. */
const maxOrders = 200;

/** Lists a user's orders, newest first. Orders that were never created at the provider are omitted. */
export async function listOrders(userId: string): Promise<OrderDetails[]> {
  const rows = await prisma.order.findMany({
    where: { userId, providerOrderId: { not: null } },
    orderBy: { id: 'desc' },
    take: maxOrders,
    include: orderDetailsInclude,
  });
  return rows.map(toOrderDetails);
}

/**
 * Finds an order by our id, by Razorpay's id, or by the id of the payment that completed the order.
 *
 * @throws DomainError `not_found`, also for a payment that did not complete an order, because a refund of such a payment must
 *   not end a plan
 */
export async function findOrderByAnyId(name: string) {
  const order = await prisma.order.findFirst({
    where: { OR: [{ id: name }, { providerOrderId: name }, { paymentId: name }] },
    include: { user: { select: { email: true } }, plan: { select: { name: true } } },
  });
  if (order) return order;
  const other = await prisma.payment.findUnique({ where: { id: name } });
  const message = other
    ? `The payment ${name} did not complete the order ${other.orderId}. Refund it in the provider's dashboard: the plan stays.`
    : `There is no order or payment ${name}.`;
  throw new DomainError('not_found', { message });
}
