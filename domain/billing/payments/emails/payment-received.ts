import { displayPrice } from '#domain/billing/plans/display.ts';
import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';
import { formatLongDate } from '#domain/shared/days-in-india.ts';

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
      `We received ${displayPrice(paid.amountPaise)} for a month of the plan ${planName}. It is paid until ${formatLongDate(paid.paidUntil)}.`,
      `Payment ID: ${paid.paymentId}.`,
    ],
    action: { label: 'Get the invoice', href: paid.invoiceUrl },
    afterwards: ['You find it in your billing history, too. Both ask you to sign in.'],
  };
}
