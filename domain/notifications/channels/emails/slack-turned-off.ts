import type { EmailContent } from '#domain/notifications/email/templates/email-content.ts';

type TurnedOff = {
  name: string;
  /** The masked webhook URL. */
  hint: string;
  /** The server's response, as a sentence. */
  reason: string;
  /** Page where a new address can be entered. */
  link: string;
};

/** Notice that Slack notifications were turned off, and what to do. */
export function slackTurnedOffEmail({ name, hint, reason, link }: TurnedOff): EmailContent {
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
