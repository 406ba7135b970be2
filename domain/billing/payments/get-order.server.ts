import { DomainError } from '#domain/shared/errors.ts';
import { prisma } from '#platform/db.server.ts';
import type { OrderView } from './contract.ts';
import { toOrderView, withOrder } from './to-order-view.ts';

/**
 * An order of the user's own.
 *
 * @throws DomainError `not_found`
 */
export async function getOrder(userId: string, id: string): Promise<OrderView> {
  const row = await prisma.order.findFirst({ where: { id, userId }, include: withOrder });
  if (!row) throw new DomainError('not_found');
  return toOrderView(row);
}
