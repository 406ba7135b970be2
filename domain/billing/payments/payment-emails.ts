import {
  type AddressedEmail,
  type EmailContent,
  type EmailRequest,
  emailGreetingName,
} from '#domain/notifications/email/contract.ts';
import { supportSettings } from '#domain/notifications/email/settings.ts';
import { formatLongDate, formatPrice } from '#domain/shared/format.browser.ts';
import { prisma } from '#platform/db.ts';
import { serverSettings } from '#platform/server-settings.ts';

type Received = {
  name: string;
  planName: string;
  amountPaise: number;
  paidUntil: Date;
  paymentId: string;
  invoiceUrl: string;
};

/** The payment receipt. */
export function paymentReceivedEmail({ name, planName, ...paid }: Received): EmailContent {
  return {
    subject: `Your payment for Dakiya ${planName}`,
    name,
    heading: 'Thank you for your payment',
    paragraphs: [
      `We received ${formatPrice(paid.amountPaise)} for a month of the plan ${planName}. It is paid until ${formatLongDate(paid.paidUntil)}.`,
      `Payment ID: ${paid.paymentId}.`,
    ],
    action: { label: 'Get the invoice', href: paid.invoiceUrl },
    afterwards: ['It is also in your billing history. Both pages ask you to log in.'],
  };
}

type Requested = {
  orderId: string;
  email: string;
  planName: string;
  amountPaise: number;
  paidAt: Date;
  paymentId: string;
  /** Text written by the user, unverified. */
  reason: string;
};

/** Notifies support of a refund request, with the commands that grant or decline it. */
export function refundRequestedEmail({ orderId, ...request }: Requested): EmailContent {
  const paid = `${formatPrice(request.amountPaise)} on ${formatLongDate(request.paidAt)}`;
  return {
    subject: `Refund requested: ${orderId}`,
    name: '',
    heading: 'A refund is requested',
    paragraphs: [
      `${request.email} requests a refund of the order ${orderId}: ${paid}, for a month of the plan ${request.planName}, with the payment ${request.paymentId}.`,
      `To refund it and end the plan: npm run refund -- ${orderId}`,
      `To decline it: npm run refund -- --decline ${orderId}`,
      'The user’s reason (unverified text):',
      // On one line, so that the user's text cannot imitate a part of this email.
      `“${request.reason.replace(/\s+/g, ' ').trim()}”`,
    ],
  };
}

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

/** Loads the email to support about a requested refund; null once the refund is decided. */
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
