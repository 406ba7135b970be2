import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';
import { formatLongDate } from '#domain/shared/days-in-india.browser.ts';
import { formatPrice } from '#domain/shared/format-number.browser.ts';

type Received = {
  name: string;
  planName: string;
  amountPaise: number;
  /** End of the paid period. */
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
    afterwards: ['You find it in your billing history, too. Both ask you to sign in.'],
  };
}

type Requested = {
  orderId: string;
  email: string;
  planName: string;
  amountPaise: number;
  paidAt: Date;
  paymentId: string;
  /** The user's own text, unverified. */
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
      `${request.email} asks for the money of the order ${orderId} back: ${paid}, for a month of the plan ${request.planName}, by the payment ${request.paymentId}.`,
      `To pay it back and end the plan: npm run refund -- ${orderId}`,
      `To decline it: npm run refund -- --decline ${orderId}`,
      'The user’s reason (unverified text):',
      // On one line, so that nothing in it looks like a part of this email.
      `“${request.reason.replace(/\s+/g, ' ').trim()}”`,
    ],
  };
}
