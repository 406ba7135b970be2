import { loadForOperator } from '#app/operator/operator-route.server.ts';
import { getInvoice } from '#domain/billing/invoices/issue-invoice.ts';
import { renderInvoicePdf } from '#domain/billing/invoices/render-invoice-pdf.ts';
import { findOrder } from '#domain/billing/payments/find-orders.ts';

/** The invoice of any account’s order as a PDF. */
export const loader = loadForOperator('money.read', async (_, { params }) => {
  const order = await findOrder((params.order ?? '').slice(0, 40));
  if (order?.status !== 'completed') throw new Response(null, { status: 404 });
  const invoice = await getInvoice(order.userId, order.id);
  return new Response(new Uint8Array(await renderInvoicePdf(invoice)), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${invoice.number.replaceAll('/', '-')}.pdf"`,
      'cache-control': 'no-store',
    },
  });
});
