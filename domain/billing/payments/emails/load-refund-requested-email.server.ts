import type { AddressedEmail, EmailRequest } from '#domain/notifications/email/contract.ts';
import { supportSettings } from '#domain/notifications/email/settings.server.ts';
import { prisma } from '#platform/db.server.ts';
import { refundRequestedEmail } from './refund-requested.ts';

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
