import { loadForOperator } from '#app/operator/operator-route.server.ts';
import { monthInput } from '#domain/billing/back-office/contract.browser.ts';
import { exportMonth } from '#domain/billing/back-office/list-money.ts';

/** A month of invoices and refunds as CSV. */
export const loader = loadForOperator('money.export', async (_, { request }) => {
  const { data: month } = monthInput.safeParse(new URL(request.url).searchParams.get('month'));
  if (!month) throw new Response('Please choose a month, such as 2026-11.', { status: 400 });
  return new Response(await exportMonth(month), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="dakiya-${month}.csv"`,
      'cache-control': 'no-store',
    },
  });
});
