import type { AskedLetter, WrittenLetter } from '#domain/notifications/mail/contract.ts';
import { prisma } from '#platform/db.server.ts';
import { env } from '#platform/env.ts';
import { refundRequested } from './refund-requested.ts';

/** Writes to support that a refund is requested; nothing once it is decided about. */
export async function writeRefundRequested({ about }: AskedLetter): Promise<WrittenLetter | null> {
  const refund = await prisma.refund.findFirst({
    where: { orderId: about ?? '', status: 'requested' },
    include: { order: { include: { user: true, plan: true } } },
  });
  if (!refund?.order.paymentId || !refund.order.paidAt) return null;
  const { id: orderId, user, plan, paidAt, paymentId } = refund.order;
  const { amountPaise, reason } = refund;
  const who = { email: user.email, planName: plan.name };
  const content = refundRequested({ orderId, ...who, amountPaise, paidAt, paymentId, reason });
  return { to: env.SUPPORT_EMAIL, content };
}
