import { DomainError } from '#domain/shared/errors.ts';
import { prisma } from '#platform/db.server.ts';

/**
 * Finds an order by its own id, its id at Razorpay, or the id of the payment that completed it.
 *
 * @throws DomainError `not_found`, also for a payment that did not complete an order: refunding it
 *   must not end a plan
 */
export async function findOrderByAnyId(name: string) {
  const order = await prisma.order.findFirst({
    where: { OR: [{ id: name }, { providerOrderId: name }, { paymentId: name }] },
    include: { user: { select: { email: true } }, plan: { select: { name: true } } },
  });
  if (order) return order;
  const other = await prisma.payment.findUnique({ where: { id: name } });
  const message = other
    ? `${name} is not what completed the order ${other.orderId}. Pay it back in the provider's dashboard: the plan stays.`
    : `There is no order or payment ${name}.`;
  throw new DomainError('not_found', { message });
}
