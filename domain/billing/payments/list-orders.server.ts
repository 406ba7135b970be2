import { prisma } from '#platform/db.server.ts';
import type { OrderView } from './contract.ts';
import { toOrderView, withOrder } from './to-order-view.ts';

/** More than anybody pays in years. */
const most = 200;

/** A user's orders, newest first; those that the provider never heard of are left out. */
export async function listOrders(userId: string): Promise<OrderView[]> {
  const rows = await prisma.order.findMany({
    where: { userId, providerOrderId: { not: null } },
    orderBy: { id: 'desc' },
    take: most,
    include: withOrder,
  });
  return rows.map(toOrderView);
}
