import type { AddressedEmail, EmailRequest } from '#domain/notifications/email/contract.ts';
import { supportSettings } from '#domain/notifications/email/settings.ts';
import { emailGreetingName } from '#domain/notifications/email/templates/email-content.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { paymentReceivedEmail, refundRequestedEmail } from './payment-emails.ts';

export async function loadPaymentReceivedEmail({
  about,
}: EmailRequest): Promise<AddressedEmail | null> {
  const order = await prisma.order.findUnique({
    where: { id: about ?? '' },
    include: { user: true, plan: true, subscription: true },
  });
  if (!order?.paymentId || !order.subscription) return null;
  const { id, user, plan, amountPaise, paymentId, subscription } = order;
  const content = paymentReceivedEmail({
    name: emailGreetingName(user),
    planName: plan.name,
    amountPaise,
    paidUntil: subscription.expiresAt,
    paymentId,
    invoiceUrl: `${serverSettings.PUBLIC_URL}/invoices/${id}.pdf`,
  });
  return { to: user.email, content };
}

/** Addressed to support; null once the refund is decided. */
export async function loadRefundRequestedEmail({
  about,
}: EmailRequest): Promise<AddressedEmail | null> {
  const refund = await prisma.refund.findFirst({
    where: { orderId: about ?? '', status: 'requested' },
    include: { order: { include: { user: true, plan: true } } },
  });
  if (!refund?.order.paymentId || !refund.order.paidAt) return null;
  const { id: orderId, user, plan, paidAt, paymentId } = refund.order;
  const { amountPaise, reason } = refund;
  const who = { email: user.email, planName: plan.name };
  const content = refundRequestedEmail({ orderId, ...who, amountPaise, paidAt, paymentId, reason });
  return { to: supportSettings.SUPPORT_EMAIL, content };
}
