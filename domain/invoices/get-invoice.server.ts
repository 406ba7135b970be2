import { getOrder } from '#domain/payments/get-order.server.ts';
import { DomainError } from '#domain/shared/errors.ts';
import { prisma } from '#platform/db.server.ts';
import { type Invoice, invoiceDetails } from './contract.ts';

/**
 * The invoice of an order of the user's own.
 *
 * @throws DomainError `not_found`, also for an order that is not paid
 */
export async function getInvoice(userId: string, orderId: string): Promise<Invoice> {
  const { id } = await getOrder(userId, orderId);
  const row = await prisma.invoice.findUnique({ where: { orderId: id } });
  if (!row) throw new DomainError('not_found');
  const { number, issuedAt, totalPaise, details } = row;
  return { number, issuedAt, totalPaise, details: invoiceDetails.parse(details) };
}
