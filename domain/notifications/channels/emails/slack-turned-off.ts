import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';

type TurnedOff = {
  name: string;
  /** What the owner recognises the address by. */
  hint: string;
  /** What the server answered, as a sentence. */
  reason: string;
  /** Where a new address is entered. */
  link: string;
};

/** Says that nothing goes to Slack any more, and what to do about it. */
export function slackTurnedOff({ name, hint, reason, link }: TurnedOff): EmailContent {
  return {
    subject: 'Notifications to Slack are turned off',
    name,
    heading: 'Notifications to Slack are turned off',
    paragraphs: [
      `Your incoming webhook ${hint} refused a notification in a way that does not pass. ${reason}`,
      'The webhook, its channel or its workspace may have been removed. No more notifications are sent there; mails still arrive.',
    ],
    action: { label: 'Connect Slack again', href: link },
  };
}
