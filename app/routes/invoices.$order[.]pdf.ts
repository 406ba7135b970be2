import type { LoaderFunctionArgs } from '@remix-run/node';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { getInvoice } from '#domain/billing/invoices/issue-invoice.ts';
import { renderInvoicePdf } from '#domain/billing/invoices/render-invoice-pdf.ts';
import { DomainError, sentenceForPeople } from '#domain/shared/errors.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';

/** An invalid order id is treated as unknown. */
const orderName = safeText.max(40).catch('');

/** Returns the invoice of a user's own paid order as a PDF; 404 for any other order. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { userId } = await requireSignedInUser(request);
  try {
    const invoice = await getInvoice(userId, orderName.parse(params.order));
    const filename = `${invoice.number.replaceAll('/', '-')}.pdf`;
    return new Response(new Uint8Array(await renderInvoicePdf(invoice)), {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${filename}"`,
        'cache-control': 'no-store',
      },
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return new Response(`${sentenceForPeople(error)}\n`, {
      status: 404,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
    });
  }
}
