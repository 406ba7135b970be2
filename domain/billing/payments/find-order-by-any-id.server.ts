import { DomainError } from '#domain/shared/errors.ts';
import { prisma } from '#platform/db.server.ts';

/**
 * An order by whatever name the operator has of it: ours, the provider's, or the payment's that
 * completed it.
 *
 * @throws DomainError `not_found`, also for a payment that completed nothing: whoever pays that back
 *   must not take a plan away
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
