import { DomainError } from '#domain/shared/errors.ts';
import { prisma } from '#platform/db.server.ts';
import type { OrderDetails } from './contract.ts';
import { orderDetailsInclude, toOrderDetails } from './to-order-details.ts';

/** Returns one of the user's own orders. @throws DomainError `not_found` */
export async function getOrder(userId: string, id: string): Promise<OrderDetails> {
  const row = await prisma.order.findFirst({ where: { id, userId }, include: orderDetailsInclude });
  if (!row) throw new DomainError('not_found');
  return toOrderDetails(row);
}
