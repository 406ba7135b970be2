import { extractText } from 'unpdf';
import { expect, test, vi } from 'vitest';
import { getInvoice, invoiceSettings } from '#domain/billing/invoices/issue-invoice.ts';
import { renderInvoicePdf } from '#domain/billing/invoices/render-invoice-pdf.ts';
import type { ProviderPayment } from '#domain/billing/payments/razorpay.ts';
import { settleOrder } from '#domain/billing/payments/settle-order.ts';
import { clock } from '#platform/clock.browser.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { sharedWeb } from '../harness/shared-web.ts';
import { aUser } from '../support/account.ts';
import { signedIn } from '../support/signed-in.ts';
import { aVisitor } from '../support/visitor.ts';

const web = await sharedWeb();
const plan = await prisma.plan.findFirstOrThrow({ where: { name: 'Pro' } });

/** An unpaid order and a matching payment. */
async function anOrder(userId: string) {
  const id = newId('ord');
  const [providerOrderId, amountPaise] = [`order_${id}`, plan.pricePaise];
  const order = { id, userId, planId: plan.id, amountPaise, providerOrderId };
  await prisma.order.create({ data: { ...order, createdAt: new Date() } });
  const payment: ProviderPayment = {
    ...{ id: `pay_${id.slice(-14)}`, order_id: providerOrderId, status: 'captured' as const },
    ...{ amount: amountPaise, currency: 'INR', method: 'upi', created_at: Date.now() / 1_000 },
  };
  return { order, payment };
}

async function aPaidOrder(userId: string): Promise<string> {
  const { order, payment } = await anOrder(userId);
  await settleOrder(order, payment);
  return order.id;
}

async function textOf(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

/** Signs in, and downloads a file with the session's cookies. */
async function aMember() {
  const user = await aUser({ name: 'Asha Rao' });
  const visitor = await signedIn(web.url, user);
  const cookie = [...visitor.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const fetchFile = (path: string) => fetch(`${web.url}${path}`, { headers: { cookie } });
  return { ...user, visitor, fetchFile };
}

test('the payer can download the invoice, named after its number', async () => {
  const { userId, email, fetchFile } = await aMember();
  const id = await aPaidOrder(userId);
  const { number } = await getInvoice(userId, id);
  const answer = await fetchFile(`/invoices/${id}.pdf`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="${number.replaceAll('/', '-')}.pdf"`,
  );
  const text = await textOf(new Uint8Array(await answer.arrayBuffer()));
  for (const part of [number, 'Asha Rao', email, '₹999.00', 'Dakiya Pro', id]) {
    expect(text).toContain(part);
  }
  expect(text).toContain('Rupees Nine Hundred Ninety-Nine Only');
  expect(text).toContain('computer generated');
});

test('an invoice can be downloaded only by its owner, and an unpaid order has no invoice', async () => {
  const { userId, fetchFile, visitor } = await aMember();
  const stranger = await aMember();
  const id = await aPaidOrder(userId);
  const { order } = await anOrder(userId);
  expect((await stranger.fetchFile(`/invoices/${id}.pdf`)).status).toBe(404);
  for (const other of [order.id, 'ord_1', '%00', "'", 'x'.repeat(5_000)]) {
    expect((await fetchFile(`/invoices/${other}.pdf`)).status).toBe(404);
  }
  expect((await visitor.get(`/invoices/${id}.pdf`)).status).toBe(200);
  const nobody = await aVisitor(web.url).get(`/invoices/${id}.pdf`);
  expect(nobody.location).toBe(`/login?to=${encodeURIComponent(`/invoices/${id}.pdf`)}`);
});

test('invoice numbers have no gaps, even if orders are paid concurrently and some payments fail', async () => {
  const { userId } = await aUser();
  const before = await prisma.invoice.count();
  const orders = await Promise.all(Array.from({ length: 50 }, () => anOrder(userId)));
  // The browser, the webhook and the worker report the same payment. Orders whose user does not exist are rolled back.
  const lost = orders.slice(0, 10).map(({ order, payment }) => ({
    ...{ payment: { ...payment, id: `pay_lost_${order.id}` } },
    order: { ...order, userId: 'usr_nobody' },
  }));
  const all = [...lost, ...orders.slice(10), ...orders.slice(10), ...orders.slice(10)];
  const results = await Promise.allSettled(all.map((one) => settleOrder(one.order, one.payment)));
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(10);

  const rows = await prisma.invoice.findMany({ orderBy: { number: 'asc' } });
  expect(rows).toHaveLength(before + 40);
  const serials = rows.map(({ number }) => Number(number.slice(-6)));
  expect(serials).toEqual(rows.map((_, i) => i + 1));
  expect(new Set(rows.map(({ orderId }) => orderId)).size).toBe(rows.length);
});

test('invoice numbers start again with the financial year', async () => {
  const { userId } = await aUser();
  const payAt = async (at: string) => {
    vi.spyOn(clock, 'now').mockImplementation(() => new Date(at));
    return (await getInvoice(userId, await aPaidOrder(userId))).number;
  };
  expect(await payAt('2031-03-31T18:29:59Z')).toBe('DK/30-31/000001');
  expect(await payAt('2031-03-31T18:30:00Z')).toBe('DK/31-32/000001');
  expect(await payAt('2031-04-01T00:00:00Z')).toBe('DK/31-32/000002');
  vi.restoreAllMocks();
});

test('with a GSTIN the invoice is a tax invoice whose amounts add up, and it never changes', async () => {
  const { userId } = await aUser({ name: 'आशा राव' });
  const seller = {
    SELLER_NAME: 'Dakiya Messaging Private Limited',
    SELLER_ADDRESS: '1 Post Office Road, Fort, Mumbai 400001',
    SELLER_GSTIN: '27AAAAA0000A1Z5',
    SELLER_STATE: 'Maharashtra (27)',
  };
  const before = { ...invoiceSettings };
  Object.assign(invoiceSettings, seller);
  const id = await aPaidOrder(userId);
  Object.assign(invoiceSettings, { SELLER_GSTIN: undefined, ...before });

  const invoice = await getInvoice(userId, id);
  const bytes = await renderInvoicePdf(invoice);
  const text = await textOf(bytes);
  for (const part of ['Tax Invoice', ...Object.values(seller), '998413', invoice.number]) {
    expect(text).toContain(part);
  }
  expect(text).toMatch(/CGST 9% ₹76\.19.*SGST 9% ₹76\.19.*Total ₹999\.00/);
  expect(text).toContain('₹846.62');
  expect(text).toContain('Whether tax is payable on reverse charge: No');
  const { tax } = invoice.details;
  expect(Number(tax?.taxablePaise) + Number(tax?.centralPaise) + Number(tax?.statePaise)).toBe(
    plan.pricePaise,
  );
  expect((await renderInvoicePdf(await getInvoice(userId, id))).equals(bytes)).toBe(true);
});

test.each(['x'.repeat(100), 'அருண்', '👋', '<b>&"', '', 'a b'.repeat(30)])(
  'an invoice can be rendered for the name %j',
  async (name) => {
    const { userId } = await aUser({ name });
    const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
    const bytes = await renderInvoicePdf(await getInvoice(userId, await aPaidOrder(userId)));
    expect(await textOf(bytes)).toContain(email);
  },
);
