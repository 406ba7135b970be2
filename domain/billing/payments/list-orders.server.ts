import { prisma } from '#platform/db.server.ts';
import type { OrderDetails } from './contract.ts';
import { orderDetailsInclude, toOrderDetails } from './to-order-details.ts';

/** More than anybody pays in years. */
const most = 200;

/** A user's orders, newest first; those that the provider never heard of are left out. */
export async function listOrders(userId: string): Promise<OrderDetails[]> {
  const rows = await prisma.order.findMany({
    where: { userId, providerOrderId: { not: null } },
    orderBy: { id: 'desc' },
    take: most,
    include: orderDetailsInclude,
  });
  return rows.map(toOrderDetails);
}
