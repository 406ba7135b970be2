import { displayPrice } from '#domain/billing/plans/display.ts';
import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';
import { formatLongDate } from '#domain/shared/days-in-india.ts';

type Requested = {
  orderId: string;
  email: string;
  planName: string;
  amountPaise: number;
  paidAt: Date;
  paymentId: string;
  /** In the words of whoever asks. */
  reason: string;
};

/** Tells support that somebody asks for their money back, and how to give it or not. */
export function refundRequestedEmail({ orderId, ...asked }: Requested): EmailContent {
  const paid = `${displayPrice(asked.amountPaise)} on ${formatLongDate(asked.paidAt)}`;
  return {
    subject: `Refund requested: ${orderId}`,
    name: '',
    heading: 'A refund is requested',
    paragraphs: [
      `${asked.email} asks for the money of the order ${orderId} back: ${paid}, for a month of the plan ${asked.planName}, by the payment ${asked.paymentId}.`,
      `To pay it back and end the plan: npm run refund -- ${orderId}`,
      `To decline it: npm run refund -- --decline ${orderId}`,
      'The user’s reason (unverified text):',
      // On one line, so that nothing in it looks like a part of the letter.
      `“${asked.reason.replace(/\s+/g, ' ').trim()}”`,
    ],
  };
}
