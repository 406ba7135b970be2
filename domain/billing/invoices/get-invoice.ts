import { DomainError } from '#domain/shared/errors.browser.ts';
import { query } from '#platform/db.ts';
import { type Invoice, invoiceDetails } from './contract.ts';

const select = `
  SELECT number, issued_at AS "issuedAt", total_paise AS "totalPaise", details
  FROM invoices JOIN orders ON orders.id = invoices.order_id
  WHERE invoices.order_id = $1 AND orders.user_id = $2`;

type Row = Omit<Invoice, 'details'> & { details: unknown };

/**
 * Returns the invoice of one of the user's own orders.
 *
 * @throws DomainError `not_found`, also if the order is not paid
 */
export async function getInvoice(userId: string, orderId: string): Promise<Invoice> {
  const [row] = await query<Row>('get-invoice', select, [orderId, userId]);
  if (!row) throw new DomainError('not_found');
  return { ...row, details: invoiceDetails.parse(row.details) };
}
