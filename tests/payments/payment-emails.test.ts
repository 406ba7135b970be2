import { expect, test } from 'vitest';
import { declineRefund, requestRefund } from '#domain/billing/payments/request-refund.ts';
import { settleOrder } from '#domain/billing/payments/settle-order.ts';
import { supportSettings } from '#domain/notifications/email/settings.ts';
import { prisma } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { findPlanByName } from '../harness/payment-stack.ts';
import { aUser } from '../support/account.ts';
import { renderQueuedEmail } from '../support/emails.ts';

/** A user with a paid order, and the queued emails about it. */
async function aPayer(given: Parameters<typeof aUser>[0] = {}) {
  const user = await aUser(given);
  const plan = await findPlanByName('Pro');
  const id = newId('ord');
  const of = { userId: user.userId, planId: plan.id, amountPaise: plan.pricePaise };
  const order = { id, ...of, providerOrderId: `order_${id}` };
  await prisma.order.create({ data: { ...order, createdAt: new Date() } });
  await settleOrder(order, {
    ...{ id: `pay_${id}`, order_id: order.providerOrderId, status: 'captured' },
    ...{ amount: plan.pricePaise, currency: 'INR', created_at: Date.now() / 1_000 },
  });
  const listEmails = () => prisma.email.findMany({ where: { about: id }, orderBy: { id: 'asc' } });
  return { ...user, id, listEmails };
}

test('the payer gets one email with a link to the invoice', async () => {
  const { id, email, listEmails } = await aPayer({ name: 'Asha Rao' });
  const [asked, ...others] = await listEmails();
  expect([asked?.kind, asked?.email, others]).toEqual(['payment_received', email, []]);
  const rendered = await renderQueuedEmail('payment_received', {
    email,
    about: id,
    createdAt: new Date(),
  });
  expect(rendered?.to).toBe(email);
  expect(rendered?.text).toContain('Hello Asha Rao,');
  expect(rendered?.text).toContain(`${serverSettings.PUBLIC_URL}/invoices/${id}.pdf`);
});

test('an email to an unconfirmed address does not contain the name of the user', async () => {
  const { id, email } = await aPayer({ name: 'Buy at once', confirmed: false });
  const rendered = await renderQueuedEmail('payment_received', {
    email,
    about: id,
    createdAt: new Date(),
  });
  expect(rendered?.text).toMatch(/^Hello,\n/);
  expect(rendered?.html).not.toContain('Buy at once');
});

test('support gets the email about a refund request only while the request is still open', async () => {
  const { id, userId, email } = await aPayer();
  await requestRefund(userId, { reason: 'Not what I need', orderId: id });
  const asked = await prisma.email.findFirstOrThrow({ where: { kind: 'refund_requested' } });
  expect(asked).toMatchObject({ email: supportSettings.SUPPORT_EMAIL, about: id });
  const rendered = await renderQueuedEmail('refund_requested', asked);
  expect(rendered?.to).toBe(supportSettings.SUPPORT_EMAIL);
  for (const part of [email, `npm run refund -- ${id}`, '₹999', 'Pro', '“Not what I need”']) {
    expect(rendered?.text).toContain(part);
  }
  await declineRefund(id);
  expect(await renderQueuedEmail('refund_requested', asked)).toBeNull();
});

test.each(['payment_received', 'refund_requested', 'plan_ends_soon'] as const)(
  'no email of the kind %s is sent about rows that do not exist',
  async (kind) => {
    const { email } = await aUser();
    for (const about of [null, 'ord_1']) {
      expect(await renderQueuedEmail(kind, { email, about, createdAt: new Date() })).toBeNull();
    }
  },
);
