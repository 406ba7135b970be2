import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';

type Decided = {
  /** The user's name. */
  name: string;
  header: string;
  isApproved: boolean;
  /** Why it was declined; null if the operator gave no reason. */
  reason: string | null;
};

/** Notice that the operator of the installation approved or declined a header. */
export function headerDecidedEmail({ name, header, isApproved, reason }: Decided): EmailContent {
  const outcome = isApproved ? 'approved' : 'declined';
  return {
    subject: `Your header ${header} was ${outcome}`,
    name,
    heading: `${header} was ${outcome}`,
    paragraphs: isApproved
      ? [`You can send messages from ${header} now: pass it as sender_id.`]
      : [
          `We cannot let you send messages from ${header}. The reason: ${reason}`,
          'If you can show that it is registered to your business, add a letter of your DLT portal as evidence. We will then look at it again.',
        ],
  };
}
