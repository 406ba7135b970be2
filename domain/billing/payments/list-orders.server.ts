import { prisma } from '#platform/db.server.ts';
import type { OrderDetails } from './contract.ts';
import { orderDetailsInclude, toOrderDetails } from './to-order-details.ts';

/** Far above any account's number of payments. */
const maxOrders = 200;

/** A user's orders, newest first, without those that were never created at the provider. */
export async function listOrders(userId: string): Promise<OrderDetails[]> {
  const rows = await prisma.order.findMany({
    where: { userId, providerOrderId: { not: null } },
    orderBy: { id: 'desc' },
    take: maxOrders,
    include: orderDetailsInclude,
  });
  return rows.map(toOrderDetails);
}
