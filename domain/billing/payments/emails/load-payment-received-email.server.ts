import type { AddressedEmail, EmailRequest } from '#domain/notifications/email/contract.ts';
import { emailGreetingName } from '#domain/notifications/email/templates/greeting-line.ts';
import { prisma } from '#platform/db.server.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { paymentReceivedEmail } from './payment-received.ts';

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
